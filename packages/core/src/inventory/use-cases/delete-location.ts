import { auditChangesOf } from '../../kernel/audit.ts';
import { demandVersion, type ExpectedVersions } from '../../kernel/change.ts';
import { useCase } from '../../kernel/use-case.ts';
import { factsOf } from '../audit-facts.ts';
import { mainLocationIsFixed, noSuchLocation } from '../errors.ts';
import { MAIN } from '../location.ts';
import type { InventoryPorts } from '../ports.ts';
import { demandUnused } from './save-location.ts';

/** Input of `deleteLocation`. */
export interface DeleteLocationInput {
  readonly id: number;
  readonly expectedVersions?: ExpectedVersions;
}

/**
 * Deletes a location without history, otherwise archives it if all its balances are zero.
 * @throws DomainError `not_found`, `precondition_failed`, `location_has_stock`, `location_in_use`, `main_location_is_fixed`
 */
export const deleteLocation = useCase(
  {
    access: 'manage_inventory',
    effect: 'write',
    audit: 'location.delete',
    refusals: {
      'not-found': ['not_found'],
      conflict: ['location_has_stock', 'location_in_use', 'main_location_is_fixed'],
    },
  },
  ({ locations, clock }: InventoryPorts) =>
    async (_, { id, expectedVersions }: DeleteLocationInput, { note }): Promise<void> => {
      note(factsOf('location', id));
      const location = await locations.findForChange(id);
      if (!location) throw noSuchLocation();
      demandVersion(location, expectedVersions);
      if (location.code === MAIN) throw mainLocationIsFixed();
      const { history } = await demandUnused({ locations }, id);
      note({ changes: auditChangesOf(location, history ? { archived: true } : { code: null, name: null }) });
      if (!history) await locations.remove(id);
      else if (!location.archived) await locations.update(id, { archived: true }, clock.now());
    },
);
