/** Somebody who buys, or has an account in the shop that keeps the orders. */
export interface Customer {
  readonly id: number;
  /** The account's number in that shop; null for a guest. Unique. */
  readonly userId: number | null;
  readonly username: string | null;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly country: string | null;
  readonly state: string | null;
  readonly city: string | null;
  readonly postcode: string | null;
  readonly registeredAt: Date | null;
  readonly lastActiveAt: Date | null;
  /** The account here that was linked to them. */
  readonly accountId: number | null;
}
