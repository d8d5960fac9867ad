import pg from 'pg';

/** A statement as it went to the server. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Notes what every connection of this process sends, until it is told to stop. */
export function listen() {
  const sent: Sent[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, values = []] = given as [string | Sent, unknown[]?];
    sent.push(typeof first === 'string' ? { text: first, values } : { text: first.text, values: first.values ?? [] });
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  return {
    sent,
    stop() {
      pg.Client.prototype.query = query;
    },
  };
}
