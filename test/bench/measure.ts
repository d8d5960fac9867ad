import autocannon from 'autocannon';

/** What came of a run. */
export interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly failures: number;
}

/** One kind of request, made for each sending. */
export interface Load {
  readonly url: string;
  readonly token: string;
  readonly connections: number;
  readonly seconds: number;
  readonly method?: 'GET' | 'POST';
  /** The path of the next request. */
  readonly path: () => string;
  /** The body of the next request. */
  readonly body?: () => object;
}

/** Sends one kind of request over a number of connections and measures the answers. */
export async function load({ url, token, connections, seconds, method = 'GET', path, body }: Load): Promise<Measured> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        setupRequest: (request) => ({ ...request, path: path(), ...(body && { body: JSON.stringify(body()) }) }),
      },
    ],
  });
  const answered = result['2xx'];
  const { p50, p97_5, p99 } = result.latency;
  return {
    perSecond: Math.round(answered / result.duration),
    p50,
    p95: p97_5,
    p99,
    failures: result.non2xx + result.errors,
  };
}

/** A run after a short one that warms up both sides. */
export async function warmLoad(request: Load): Promise<Measured> {
  await load({ ...request, seconds: Math.min(2, request.seconds) });
  return load(request);
}

/** The median. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** How many milliseconds it takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}
