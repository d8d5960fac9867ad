import pg from 'pg';

/** A statement as it went to the server. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Notes what every connection of this process sends but for what is to be passed over, until it is stopped. */
export function listen(passOver?: RegExp) {
  const sent: Sent[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, values = []] = given as [string | Sent, unknown[]?];
    const one = typeof first === 'string' ? { text: first, values } : { text: first.text, values: first.values ?? [] };
    if (!passOver?.test(one.text)) sent.push(one);
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  return {
    sent,
    stop() {
      pg.Client.prototype.query = query;
    },
  };
}
