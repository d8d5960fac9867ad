/** What an index says about the site itself. */
export interface SiteFacts {
  readonly name: string;
  readonly description: string;
  /** As the shop has decided: IANA name, or a fixed offset like `+02:00`. */
  readonly timeZone: string;
  /** Whether application passwords can be used here, over this connection. */
  readonly hasApplicationPasswords: boolean;
}
