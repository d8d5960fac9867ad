import type { Page, PageRequest, SortKey } from '../../kernel/page.ts';
import { useCase } from '../../kernel/use-case.ts';
import { noSuchLocation } from '../errors.ts';
import type { Location } from '../location.ts';
import type { InventoryPorts, LocationSortField } from '../ports.ts';

/** Which locations to show, in which order; archived ones only when asked for. */
export interface ListLocationsInput extends PageRequest {
  readonly q?: string;
  readonly archived?: boolean | 'any';
  readonly sort?: readonly SortKey<LocationSortField>[];
}

/** Gives one page of the places where stock lies. */
export const listLocations = useCase(
  { access: 'read_inventory', effect: 'read' },
  ({ locations }: InventoryPorts) =>
    async (_, { page, perPage, sort = [], ...filter }: ListLocationsInput): Promise<Page<Location>> =>
      locations.list({ archived: false, ...filter }, sort, { page, perPage }),
);

/**
 * Gives one place where stock lies.
 * @throws DomainError `not_found`
 */
export const readLocation = useCase(
  { access: 'read_inventory', effect: 'read' },
  ({ locations }: InventoryPorts) =>
    async (_, input: { readonly id: number }): Promise<Location> => {
      const location = await locations.find({ id: input.id });
      if (!location) throw noSuchLocation();
      return location;
    },
);
