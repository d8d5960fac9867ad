import type { Coupon } from '../../commerce/index.ts';
import { couponRecord } from '../../commerce/index.ts';
import { collectionOf } from '../../kernel/records/collection.ts';
import { couponExists, noSuchCoupon } from '../errors.ts';
import type { OrdersPorts, RecordFilter } from '../ports.ts';

const coupons = collectionOf<OrdersPorts, Coupon, RecordFilter>({
  word: 'coupon',
  schema: couponRecord,
  access: 'manage_store',
  reading: 'manage_store',
  find: (ports, id) => ports.coupons.find(id),
  hold: ({ recordLocks }, id) => recordLocks.hold('coupon', id),
  nextId: async (ports) => (await ports.coupons.nextIds(1))[0],
  defaults: ({ clock }) => ({ created_at: clock.now().toISOString() }),
  async save(ports, coupon) {
    const [other] = (await ports.coupons.findByCodes([coupon.code])).filter(({ id }) => id !== coupon.id);
    if (other) throw couponExists();
    await ports.coupons.save([coupon], ports.clock.now());
  },
  remove: (ports, { id }) => ports.coupons.remove([id]),
  list: (ports, { filter, page }) => ports.coupons.list(filter, page),
  missing: noSuchCoupon,
  exists: couponExists,
});

/**
 * Creates a coupon from its record.
 * @throws DomainError `validation_failed`, `shop_rest_coupon_exists`
 */
export const createCoupon = coupons.create;
/**
 * Changes members of a coupon; orders that used it are not affected.
 * @throws DomainError `shop_rest_coupon_invalid_id`, `validation_failed`, `shop_rest_coupon_exists`
 */
export const updateCoupon = coupons.change;
/**
 * Deletes a coupon; orders that used it are not affected.
 * @throws DomainError `shop_rest_coupon_invalid_id`
 */
export const deleteCoupon = coupons.remove;
/**
 * Reads one coupon by id.
 * @throws DomainError `shop_rest_coupon_invalid_id`
 */
export const readCoupon = coupons.read;
/** Lists coupons, one page at a time. */
export const listCoupons = coupons.list;
