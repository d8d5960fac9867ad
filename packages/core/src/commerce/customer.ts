/** A buyer, or the holder of an account in the external shop. */
export interface Customer {
  readonly id: number;
  /** Id of the account in the external shop; null for guests. Unique. */
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
  /** Id of the linked account of this system. */
  readonly accountId: number | null;
}
