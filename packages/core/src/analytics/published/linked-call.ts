/** The call of a presenter, as far as it makes links. */
export interface LinkedCall {
  readonly around: { link(path: string): string };
}
