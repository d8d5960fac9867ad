/** The site's part of an API index. */
export interface SiteFacts {
  readonly name: string;
  readonly description: string;
  /** From the shop settings: IANA name, or a fixed offset like `+02:00`. */
  readonly timeZone: string;
  /** Id of the front page; null for none. */
  readonly frontPage: number | null;
  /** Whether application passwords are accepted over this connection. */
  readonly hasApplicationPasswords: boolean;
}
