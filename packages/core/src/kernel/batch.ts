/** One request of a batch. */
export interface BatchItem {
  readonly method: string;
  /** May include a query. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** The answer to one request of a batch. */
export interface ItemAnswer {
  readonly body: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request of a batch that was validated and not run yet. */
export interface CheckedItem {
  /** Set if the request is invalid whatever the requests before it do. */
  readonly refusal?: ItemAnswer;
  /** Runs the request, or returns its refusal. */
  run(): Promise<ItemAnswer>;
}

/** The routes that a batch may address, for the sender of the batch. */
export interface BatchItems {
  /** Matches the route and reads the parameters. Permission is checked by `run`. */
  check(item: BatchItem): Promise<CheckedItem>;
}
