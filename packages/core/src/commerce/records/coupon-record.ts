import {
  amount,
  choice,
  defaulted,
  flag,
  id,
  idOrNone,
  instant,
  optional,
  recordOf,
  text,
  whole,
} from '../../kernel/records/values.ts';
import { type Coupon, discountTypes, type TaxRate } from '../coupon.ts';
import type { Download } from '../order.ts';

export const couponRecord = recordOf<Coupon>('Coupon', {
  id,
  code: text(255),
  discount_type: choice(discountTypes),
  amount,
  created_at: instant,
  expires_at: optional(instant),
});

export const taxRateRecord = recordOf<TaxRate>('TaxRate', {
  id,
  country: defaulted(text(100), ''),
  state: defaulted(text(100), ''),
  percent: amount,
  name: defaulted(text(), ''),
  priority: defaulted(whole(-1_000_000, 1_000_000), 1),
  compound: defaulted(flag, false),
  shipping: defaulted(flag, false),
});

export const downloadRecord = recordOf<Download>('Download', {
  id,
  permission_id: id,
  product_id: id,
  order_id: id,
  user_id: idOrNone,
  file_id: text(),
  at: instant,
  ip_address: defaulted(text(100), ''),
});
