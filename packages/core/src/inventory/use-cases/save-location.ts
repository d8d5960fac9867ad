import { auditChangesOf } from '../../kernel/audit.ts';
import { changesOf, demandVersion, type ExpectedVersions } from '../../kernel/change.ts';
import { invalidField } from '../../kernel/errors.ts';
import { useCase } from '../../kernel/use-case.ts';
import { factsOf } from '../audit-facts.ts';
import { locationHasStock, locationInUse, locationNotFound, mainLocationIsFixed, noSuchLocation } from '../errors.ts';
import { type Location, MAIN } from '../location.ts';
import type { InventoryPorts, LocationFields } from '../ports.ts';

/** Input of `createLocation`. */
export interface CreateLocationInput {
  readonly code: string;
  readonly name?: string;
  readonly parentId?: number | null;
}

/**
 * Creates a location; its name defaults to its code.
 * @throws DomainError `location_code_taken`, `location_not_found`
 */
export const createLocation = useCase(
  {
    access: 'manage_inventory',
    effect: 'write',
    audit: 'location.create',
    refusals: { conflict: ['location_code_taken'], invalid: ['location_not_found'] },
  },
  (ports: InventoryPorts) =>
    async (_, input: CreateLocationInput, { note }): Promise<Location> => {
      const { code, name = code, parentId = null } = input;
      if (parentId !== null && !(await ports.locations.find({ id: parentId }))) throw locationNotFound('parentId');
      const location = await ports.locations.insert({ code, name, parentId, archived: false }, ports.clock.now());
      note({ ...factsOf('location', location.id), changes: auditChangesOf(undefined, { code, name, parentId }) });
      return location;
    },
);

/** Input of `updateLocation`; absent members are unchanged. */
export interface UpdateLocationInput extends Partial<LocationFields> {
  readonly id: number;
  readonly expectedVersions?: ExpectedVersions;
}

/**
 * Updates a location; absent members are unchanged.
 * @throws DomainError `not_found`, `precondition_failed`, `location_code_taken`, `location_not_found`, `location_cycle`, `location_has_stock`, `main_location_is_fixed`, `location_in_use`
 */
export const updateLocation = useCase(
  {
    access: 'manage_inventory',
    effect: 'write',
    audit: 'location.update',
    refusals: {
      'not-found': ['not_found'],
      conflict: ['location_code_taken', 'location_has_stock', 'main_location_is_fixed', 'location_in_use'],
      invalid: ['location_not_found', 'location_cycle'],
    },
  },
  ({ locations, clock }: InventoryPorts) =>
    async (_, { id, expectedVersions, ...wanted }: UpdateLocationInput, { note }): Promise<Location> => {
      note(factsOf('location', id));
      if (wanted.parentId != null) await locations.holdTree();
      const location = await locations.findForChange(id);
      if (!location) throw noSuchLocation();
      demandVersion(location, expectedVersions);
      const changes = changesOf<Location>(location, wanted);
      const isIdle = Object.keys(changes).length === 0;
      note({ changes: auditChangesOf(location, changes), isIdle });
      if (isIdle) return location;
      if (location.code === MAIN && (changes.archived || changes.code !== undefined)) throw mainLocationIsFixed();
      if (changes.parentId != null) await demandParent({ locations }, id, changes.parentId);
      if (changes.archived) await demandUnused({ locations }, id);
      return locations.update(id, changes, clock.now());
    },
);

async function demandParent(
  { locations }: Pick<InventoryPorts, 'locations'>,
  id: number,
  parentId: number,
): Promise<void> {
  if (!(await locations.find({ id: parentId }))) throw locationNotFound('parentId');
  if (await locations.isWithin(parentId, id)) {
    throw invalidField('parentId', 'location_cycle', 'A location cannot be moved into itself or below itself.');
  }
}

/**
 * Refuses to delete or archive a location that holds stock or that items or other locations refer to.
 * @throws DomainError `location_has_stock`, `location_in_use`
 */
export async function demandUnused(
  { locations }: Pick<InventoryPorts, 'locations'>,
  id: number,
): Promise<{ readonly history: boolean }> {
  const uses = await locations.usesOf(id);
  if (uses.stock) throw locationHasStock();
  if (uses.items || uses.children) throw locationInUse();
  return uses;
}
