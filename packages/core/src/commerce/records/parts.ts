import { LARGEST_ID } from '../../kernel/identifier.ts';
import {
  amount,
  defaulted,
  flag,
  hooked,
  id,
  idOrNone,
  listOrNone,
  type MembersOf,
  mapOf,
  optional,
  recordOf,
  type SchemaOf,
  text,
  whole,
} from '../../kernel/records/values.ts';
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
const idOrZero = { ...idOrNone, standIn: 0 } as SchemaOf<number>;

/** Distinguishes an empty text from an absent one: an empty country or state means that the tax applies everywhere. */
const textOrAbsent: SchemaOf<string | null> = { ...optional(text(100)), minLength: 0 };

const taxes: SchemaOf<Taxes> = mapOf(optional(amount), /^[0-9]{1,16}$/);
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

interface Line {
  readonly id: number;
}

/** A list whose entries have unique ids: facts of an order are keyed by line id. */
export const eachOnce = <T extends Line>(list: SchemaOf<readonly T[]>): SchemaOf<readonly T[]> =>
  hooked(list, {
    faultsOf(lines: readonly Line[]) {
      const seen = new Set<number>();
      const repeated = [...lines.keys()].filter((index) => {
        const { size } = seen;
        return seen.add(lines[index]?.id ?? 0).size === size;
      });
      return repeated.map((index) => ({
        path: [index, 'id'],
        code: 'duplicate',
        message: 'Another line of the list has that id.',
      }));
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
export const billing: SchemaOf<BillingAddress> = defaulted(
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
