import type { Page, PageRequest, SortKey } from '../../kernel/page.ts';
import { useCase } from '../../kernel/use-case.ts';
import { noSuchLocation } from '../errors.ts';
import type { Location } from '../location.ts';
import type { InventoryPorts, LocationSortField } from '../ports.ts';

/** Input of `listLocations`; archived locations only on request. */
export interface ListLocationsInput extends PageRequest {
  readonly q?: string;
  readonly archived?: boolean | 'any';
  readonly sort?: readonly SortKey<LocationSortField>[];
}

/** Lists storage locations, one page at a time. */
export const listLocations = useCase(
  { access: 'read_inventory', effect: 'read' },
  ({ locations }: InventoryPorts) =>
    async (_, { page, perPage, sort = [], ...filter }: ListLocationsInput): Promise<Page<Location>> =>
      locations.list({ archived: false, ...filter }, sort, { page, perPage }),
);

/**
 * Reads one storage location.
 * @throws DomainError `not_found`
 */
export const readLocation = useCase(
  { access: 'read_inventory', effect: 'read', refusals: { 'not-found': ['not_found'] } },
  ({ locations }: InventoryPorts) =>
    async (_, input: { readonly id: number }): Promise<Location> => {
      const location = await locations.find({ id: input.id });
      if (!location) throw noSuchLocation();
      return location;
    },
);
