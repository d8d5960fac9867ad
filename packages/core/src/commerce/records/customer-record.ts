import { id, idOrNone, instant, optional, recordOf, text } from '../../kernel/records/values.ts';
import type { Customer } from '../customer.ts';

/** `account_id` is optional: export files usually omit it; it is kept when present. */
export const customerRecord = recordOf<Customer>('Customer', {
  id,
  user_id: idOrNone,
  username: optional(text(200)),
  email: optional(text(320)),
  first_name: optional(text()),
  last_name: optional(text()),
  country: optional(text(100)),
  state: optional(text(100)),
  city: optional(text()),
  postcode: optional(text(100)),
  registered_at: optional(instant),
  last_active_at: optional(instant),
  account_id: idOrNone,
});
