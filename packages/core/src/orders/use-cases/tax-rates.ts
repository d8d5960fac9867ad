import type { TaxRate } from '../../commerce/index.ts';
import { taxRateRecord } from '../../commerce/index.ts';
import { collectionOf } from '../../kernel/records/collection.ts';
import { noSuchTaxRate, taxRateExists } from '../errors.ts';
import type { OrdersPorts, RecordFilter } from '../ports.ts';

const rates = collectionOf<OrdersPorts, TaxRate, RecordFilter>({
  word: 'tax_rate',
  schema: taxRateRecord,
  access: 'manage_store',
  reading: 'manage_store',
  find: (ports, id) => ports.taxRates.find(id),
  hold: ({ recordLocks }, id) => recordLocks.hold('tax_rate', id),
  nextId: async (ports) => (await ports.taxRates.nextIds(1))[0],
  defaults: () => ({}),
  save: (ports, rate) => ports.taxRates.save([rate], ports.clock.now()),
  remove: (ports, { id }) => ports.taxRates.remove([id]),
  list: (ports, { filter, page }) => ports.taxRates.list(filter, page),
  missing: noSuchTaxRate,
  exists: taxRateExists,
});

/**
 * Creates a tax rate from its record.
 * @throws DomainError `validation_failed`, `shop_rest_tax_rate_exists`
 */
export const createTaxRate = rates.create;
/**
 * Changes members of a tax rate; existing orders are not affected.
 * @throws DomainError `shop_rest_tax_rate_invalid_id`, `validation_failed`
 */
export const updateTaxRate = rates.change;
/**
 * Deletes a tax rate; existing orders are not affected.
 * @throws DomainError `shop_rest_tax_rate_invalid_id`
 */
export const deleteTaxRate = rates.remove;
/**
 * Reads one tax rate by id.
 * @throws DomainError `shop_rest_tax_rate_invalid_id`
 */
export const readTaxRate = rates.read;
/** Lists tax rates, one page at a time. */
export const listTaxRates = rates.list;
