import type { TaxRate } from '../../commerce/index.ts';
import { taxRateRecord } from '../../commerce/index.ts';
import { collectionOf } from '../../kernel/records/collection.ts';
import { noSuchTaxRate, taxRateExists } from '../errors.ts';
import type { OrdersPorts, RecordFilter } from '../ports.ts';

const rates = collectionOf<OrdersPorts, TaxRate, RecordFilter>({
  word: 'tax_rate',
  codec: taxRateRecord,
  access: 'manage_store',
  reading: 'manage_store',
  find: (ports, id) => ports.taxRates.find(id),
  nextId: async (ports) => (await ports.taxRates.nextIds(1))[0],
  defaults: () => ({}),
  save: (ports, rate) => ports.taxRates.save([rate], ports.clock.now()),
  remove: (ports, { id }) => ports.taxRates.remove([id]),
  list: (ports, { filter, page }) => ports.taxRates.list(filter, page),
  missing: noSuchTaxRate,
  exists: taxRateExists,
});

/**
 * Makes a tax rate from its record.
 * @throws DomainError `validation_failed`, `shop_rest_tax_rate_exists`
 */
export const createTaxRate = rates.create;
/**
 * Changes members of a tax rate; orders keep what it was.
 * @throws DomainError `shop_rest_tax_rate_invalid_id`, `validation_failed`
 */
export const updateTaxRate = rates.change;
/**
 * Forgets a tax rate; orders keep what it was.
 * @throws DomainError `shop_rest_tax_rate_invalid_id`
 */
export const deleteTaxRate = rates.remove;
/**
 * Gives the rate with this id.
 * @throws DomainError `shop_rest_tax_rate_invalid_id`
 */
export const readTaxRate = rates.read;
/** Lists tax rates, a page at a time. */
export const listTaxRates = rates.list;
