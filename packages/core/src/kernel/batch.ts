/** One request among several that are sent together. */
export interface BatchItem {
  readonly method: string;
  /** With a query, perhaps. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** What came of one of them. */
export interface ItemAnswer {
  readonly body: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** One of them that has been looked at and not done yet. */
export interface CheckedItem {
  /** Why it cannot be done whatever happens before it; absent when it may be tried. */
  readonly refusal?: ItemAnswer;
  /** Does it, or gives its refusal again; a refusal is an answer too. */
  run(): Promise<ItemAnswer>;
}

/** The routes that may be asked in a batch, in the name of whoever sent it. */
export interface BatchItems {
  /** Looks for the route and reads the parameters; who may do it is asked when it is done. */
  check(item: BatchItem): Promise<CheckedItem>;
}
