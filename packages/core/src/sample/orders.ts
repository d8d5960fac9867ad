import type { ChargeLine, CouponLine, Order, OrderLine, OrderStatus, TaxLine } from '../commerce/index.ts';
import { type BasketLine, chargeTaxesOn, createPopularity, fillBasket, type ProductPopularity } from './basket.ts';
import { type Buyer, buyerOf, buyerOfOrder } from './buyers.ts';
import { createCalendar, type SampleCalendar } from './calendar.ts';
import { sampleCoupon } from './coupons.ts';
import { lineIdOf, orderIdOf, type SamplePlan } from './plan.ts';
import { CENT } from './products.ts';
import { refundWayOf } from './refund-ways.ts';
import { randomOf, type SeededRandom } from './seeded-random.ts';
import { rateCodeOf, ratesOf } from './taxes.ts';
import { sources } from './words.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The context that orders of a sample are generated in. */
export interface SampleShop {
  readonly plan: SamplePlan;
  readonly calendar: SampleCalendar;
  readonly popularity: ProductPopularity;
}

export const createShop = (plan: SamplePlan): SampleShop => ({
  plan,
  calendar: createCalendar(plan),
  popularity: createPopularity(plan),
});

/** Whether the first line of an order is a download. */
export const isDigitalOrder = ({ seed }: SamplePlan, order: number): boolean =>
  randomOf(seed, 'digital', order).happens(0.05);

/** Generates an order by number, independent of the other orders. */
export function sampleOrder({ plan, calendar, popularity }: SampleShop, order: number): Order {
  const chance = randomOf(plan.seed, 'order', order);
  const buyer = buyerOf(plan, calendar, buyerOfOrder(plan, order));
  const coupon = chance.happens(1 / 7) ? sampleCoupon(plan, chance.below(plan.coupons)) : undefined;
  const isDigital = isDigitalOrder(plan, order);
  const basket = fillBasket({ plan, popularity, chance, home: buyer.home, isDigital, coupon });
  const id = orderIdOf(order);
  const lines = basket.map(({ line }, place) => ({ id: lineIdOf(id, place), ...line }));
  const shippingLines = shippingOf(basket, buyer, { id, chance });
  const feeLines = feesOf(buyer, { id, chance });
  const couponLines: readonly CouponLine[] = coupon
    ? [{ id: lineIdOf(id, 8), code: coupon.code, couponId: coupon.id, ...discountOf(basket) }]
    : [];
  const taxLines = taxLinesOf({ lines, shippingLines, feeLines }, id);
  const createdAt = calendar.timeOf(order);
  const fate = statusHistoryOf(plan, { order, createdAt, isAllDigital: basket.every(({ isDigital }) => isDigital) });
  const { customer } = buyer;
  const source = chance.pick(sources);
  return {
    id,
    number: `${new Date(createdAt).getUTCFullYear()}-${String(id).padStart(6, '0')}`,
    currency: 'EUR',
    customerId: customer.id,
    userId: customer.userId,
    ...addressOf(buyer),
    createdAt: new Date(createdAt),
    ...fate,
    ...totalsOf({ lines, shippingLines, feeLines, taxLines }),
    lines,
    shippingLines,
    feeLines,
    couponLines,
    taxLines,
    source,
    test: chance.happens(1 / 4_000),
  };
}

function addressOf({ customer, home }: Buyer): Pick<Order, 'billing' | 'shipping'> {
  const { firstName, lastName, email } = customer;
  const { country, state, city, postcode } = home;
  const name = { firstName: firstName ?? '', lastName: lastName ?? '' };
  return { billing: { ...name, email: email ?? '', country, state, city, postcode }, shipping: null };
}

interface ChargeContext {
  readonly id: number;
  readonly chance: SeededRandom;
}

function shippingOf(
  basket: readonly BasketLine[],
  { home }: Buyer,
  { id, chance }: ChargeContext,
): readonly ChargeLine[] {
  if (basket.every(({ isDigital }) => isDigital)) return [];
  const goods = basket.reduce((sum, { line }) => sum + line.total, 0) / CENT;
  const isExpress = chance.happens(0.12);
  const cents = isExpress ? 1_290 : goods >= 10_000 ? 0 : home.country === 'US' ? 590 : 490;
  const rates = ratesOf(home.standard).filter(({ shipping }) => shipping);
  return [
    {
      id: lineIdOf(id, 6),
      title: isExpress ? 'Express' : 'Parcel',
      total: cents * CENT,
      taxes: chargeTaxesOn(cents, rates),
    },
  ];
}

function feesOf({ home }: Buyer, { id, chance }: ChargeContext): readonly ChargeLine[] {
  if (!chance.happens(0.03)) return [];
  const taxes = chargeTaxesOn(350, ratesOf(home.standard));
  return [{ id: lineIdOf(id, 7), title: 'Gift wrapping', total: 350 * CENT, taxes }];
}

const discountOf = (basket: readonly BasketLine[]): Pick<CouponLine, 'discount' | 'discountTax'> => ({
  discount: basket.reduce((sum, { line }) => sum + line.subtotal - line.total, 0),
  discountTax: basket.reduce((sum, { discountTax }) => sum + discountTax, 0) * CENT,
});

/** The charged lines: products, shipping and fees. */
export interface ChargedLines {
  readonly lines: readonly Pick<OrderLine, 'total' | 'taxes'>[];
  readonly shippingLines: readonly ChargeLine[];
  readonly feeLines: readonly ChargeLine[];
}

/** A tax line per applied rate, with the sums of all lines. */
export function taxLinesOf({ lines, shippingLines, feeLines }: ChargedLines, recordId: number): readonly TaxLine[] {
  const rates = new Set(
    [...lines, ...shippingLines, ...feeLines].flatMap(({ taxes }) => Object.keys(taxes).map(Number)),
  );
  const taxOn = (list: ChargedLines['lines'], rate: number) =>
    list.reduce((sum, { taxes }) => sum + (taxes[rate] ?? 0), 0);
  return ratesOf([...rates].sort((a, b) => a - b)).map((rate, place) => ({
    id: lineIdOf(recordId, 9 + place),
    rateId: rate.id,
    rateCode: rateCodeOf(rate),
    label: rate.name,
    percent: rate.percent,
    compound: rate.compound,
    country: rate.country,
    state: rate.state,
    priority: rate.priority,
    taxTotal: taxOn(lines, rate.id) + taxOn(feeLines, rate.id),
    shippingTaxTotal: taxOn(shippingLines, rate.id),
  }));
}

/** The totals of an order, from its lines. */
export function totalsOf(
  charged: Omit<ChargedLines, 'lines'> & {
    readonly lines: readonly OrderLine[];
    readonly taxLines: readonly TaxLine[];
  },
): Pick<Order, 'total' | 'totalTax' | 'shippingTotal' | 'shippingTax' | 'discountTotal'> {
  const { lines, shippingLines, feeLines, taxLines } = charged;
  const net = (list: ChargedLines['lines']) => list.reduce((sum, { total }) => sum + total, 0);
  const shippingTax = taxLines.reduce((sum, { shippingTaxTotal }) => sum + shippingTaxTotal, 0);
  const totalTax = shippingTax + taxLines.reduce((sum, { taxTotal }) => sum + taxTotal, 0);
  return {
    total: net(lines) + net(shippingLines) + net(feeLines) + totalTax,
    totalTax,
    shippingTotal: net(shippingLines),
    shippingTax,
    discountTotal: lines.reduce((sum, { subtotal, total }) => sum + subtotal - total, 0),
  };
}

type StatusHistory = Pick<Order, 'status' | 'paidAt' | 'completedAt' | 'modifiedAt'>;

/** Draws the status of an order: most are paid within minutes and completed within days. */
function statusHistoryOf(
  plan: SamplePlan,
  {
    order,
    createdAt,
    isAllDigital,
  }: { readonly order: number; readonly createdAt: number; readonly isAllDigital: boolean },
): StatusHistory {
  const chance = randomOf(plan.seed, 'fate', order);
  const unpaid = unpaidStatus(chance.next());
  const byTransfer = chance.happens(0.12);
  const paid = createdAt + (byTransfer ? chance.between(5, 90) * 60 : chance.between(1, 9)) * MINUTE;
  const completed = isAllDigital ? paid : paid + chance.between(6, 96) * 60 * MINUTE;
  const way = refundWayOf(plan, order);
  if (unpaid !== undefined && way === undefined) return at(unpaid, createdAt);
  if (paid >= plan.end) return at(byTransfer ? 'on-hold' : 'pending', createdAt);
  const isCompleted = completed < plan.end;
  const isEmptied = way === 'all at once' || way === 'some, then the rest';
  return {
    status: isEmptied && hasRoomFor(plan, createdAt) ? 'refunded' : isCompleted ? 'completed' : 'processing',
    paidAt: new Date(paid),
    completedAt: isCompleted ? new Date(completed) : null,
    modifiedAt: new Date(isCompleted ? completed : paid),
  };
}

/** Whether an order of this time can still be refunded before the end of the history. */
export const hasRoomFor = ({ end }: SamplePlan, createdAt: number): boolean => createdAt + 12 * DAY < end;

const at = (status: OrderStatus, createdAt: number): StatusHistory => ({
  status,
  paidAt: null,
  completedAt: null,
  modifiedAt: new Date(createdAt),
});

function unpaidStatus(share: number): OrderStatus | undefined {
  if (share < 0.04) return 'cancelled';
  if (share < 0.065) return 'failed';
  if (share < 0.08) return 'pending';
  if (share < 0.09) return 'on-hold';
  return share < 0.092 ? 'trash' : undefined;
}
