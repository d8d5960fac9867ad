/** The call of a presenter, as far as it makes links. */
export interface LinkedCall {
  readonly around: {
    /** Absolute address of the shop, without a slash at the end. */
    readonly baseUrl: string;
    link(path: string): string;
  };
}
