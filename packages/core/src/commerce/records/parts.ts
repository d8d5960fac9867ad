import { LARGEST_ID } from '../../kernel/identifier.ts';
import { type Codec, defaulted, INVALID, optional } from '../../kernel/records/codec.ts';
import { listOrNone, type MembersOf, mapOf, recordOf } from '../../kernel/records/shapes.ts';
import { amount, flag, id, idOrNone, text, whole } from '../../kernel/records/values.ts';
import type { BillingAddress, ChargeLine, CouponLine, OrderLine, Taxes, TaxLine } from '../order.ts';

/**
 * A tax line as received: the place of taxation may be omitted and taken from the rate (docs/spec/commerce-data.md 2).
 */
export interface TaxLineDraft extends Omit<TaxLine, 'country' | 'state' | 'priority'> {
  readonly country: string | null;
  readonly state: string | null;
  readonly priority: number | null;
}

export const perhapsEmpty = defaulted(text(), '');

/** Reference to a record that may not exist: absent becomes 0. */
const idOrZero: Codec<number> = {
  ...idOrNone,
  read: (raw, reading) => idOrNone.read(raw, reading) ?? 0,
  write: (value) => (value === 0 ? null : value),
};

const textOrNone = optional(text(100));
/** Distinguishes an empty text from an absent one: an empty country or state means that the tax applies everywhere. */
const textOrAbsent: Codec<string | null> = {
  ...textOrNone,
  read: (raw, reading) => (raw === '' ? '' : textOrNone.read(raw, reading)),
};

const taxes: Codec<Taxes> = mapOf(optional(amount), /^[0-9]{1,16}$/);
/** Maximum quantity of a line. */
const MOST = 1_000_000_000;

/** Members shared by lines of orders and of refunds. */
export const lineMembers: MembersOf<OrderLine> = {
  id,
  product_id: idOrZero,
  variation_id: idOrZero,
  name: perhapsEmpty,
  quantity: whole(-MOST, MOST),
  subtotal: amount,
  total: amount,
  taxes,
  attributes: mapOf(perhapsEmpty, /^[^\0\p{Cs}]{1,200}$/u),
};

/** A list whose entries have unique ids: facts of an order are keyed by line id. */
export const eachOnce = <T extends { readonly id: number }>(list: Codec<readonly T[]>): Codec<readonly T[]> => ({
  ...list,
  read(raw, reading) {
    const lines = list.read(raw, reading);
    if (lines === INVALID || reading.hasProblems) return lines;
    const seen = new Set<number>();
    for (const [index, line] of lines.entries()) {
      if (seen.has(line.id))
        reading.within(index, () =>
          reading.within('id', () => reading.fail('duplicate', 'Another line of the list has that id.')),
        );
      seen.add(line.id);
    }
    return lines;
  },
});

/** Shipping and fee lines. */
export const chargeLines = listOrNone(
  recordOf<ChargeLine>('ChargeLine', { id, title: perhapsEmpty, total: amount, taxes }),
);

export const couponLines = listOrNone(
  recordOf<CouponLine>('CouponLine', {
    id,
    code: text(255),
    coupon_id: idOrNone,
    discount: amount,
    discount_tax: defaulted(amount, 0),
  }),
);

/** Id of the tax rate; 0 for a tax calculated by an external service. */
const taxRateId = whole(0, LARGEST_ID);

export const taxLines = eachOnce(
  listOrNone(
    recordOf<TaxLineDraft>('TaxLine', {
      id,
      rate_id: taxRateId,
      rate_code: perhapsEmpty,
      label: perhapsEmpty,
      percent: amount,
      compound: defaulted(flag, false),
      country: textOrAbsent,
      state: textOrAbsent,
      priority: optional(whole(-1_000_000, 1_000_000)),
      tax_total: amount,
      shipping_tax_total: amount,
    }),
  ),
);

/** Billing address; absent members are empty. */
export const billing: Codec<BillingAddress> = defaulted(
  recordOf<BillingAddress>('BillingAddress', {
    first_name: perhapsEmpty,
    last_name: perhapsEmpty,
    email: perhapsEmpty,
    country: perhapsEmpty,
    state: perhapsEmpty,
    city: perhapsEmpty,
    postcode: perhapsEmpty,
  }),
  { firstName: '', lastName: '', email: '', country: '', state: '', city: '', postcode: '' },
);
