import { type RunningServer, readSettings, serve } from '@backroom/composition';
import pg from 'pg';
import { median } from './measure.ts';

const writes = 25;
const rounds = 100;
const administrator = { username: 'measurer', password: 'what a long password to measure with' };

/** A statement as the driver received it. */
type Statement = string | { readonly name?: string; readonly text: string; readonly values?: unknown[] };

const names = ['shop_demo_store_notice', 'shop_share_key', 'shop_clear_ces_tracks_queue_for_page'] as const;
const batchOf = (round: number) => ({
  requests: Array.from({ length: writes }, (_, index) => ({
    path: '/shop-admin/options',
    body: Object.fromEntries(names.map((name) => [name, `${round}-${index}`])),
  })),
});

/**
 * Sends batches of 25 option writes, and reports how much longer they took than their statements: inside of them, and sent
 * again by a client that does nothing else.
 */
export async function measureBatches(databaseUrl: string, print: (text: string) => void): Promise<void> {
  const server = await serve(
    readSettings({
      DATABASE_URL: databaseUrl,
      JWT_SECRET: 'a secret of 32 bytes for measuring only',
      BOOTSTRAP_ADMIN_USERNAME: administrator.username,
      BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: 'silent',
      PORT: '0',
      RATE_LIMIT_API: '0',
      RATE_LIMIT_WRITE: '0',
    }),
    { migrate: true },
  );
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const send = await senderTo(server);
    const rows: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const listening = listen();
      const ours = await timed(() => send(batchOf(round)));
      listening.stop();
      // As the batch before it left the options, so that each statement writes again.
      await send(batchOf(-1));
      const bare = await timed(() => replay(client, listening.writes()));
      rows.push({ ours, waited: listening.waited(), bare });
    }
    // The first ones warm all sides up.
    printRounds(rows.slice(rounds / 4), print);
  } finally {
    await client.end();
    await server.close();
  }
}

/** Milliseconds of a batch, of its statements inside of it, and of these statements sent by a client that does nothing else. */
interface Round {
  readonly ours: number;
  readonly waited: number;
  readonly bare: number;
}

function printRounds(rows: readonly Round[], print: (text: string) => void): void {
  const middle = (of: (row: Round) => number, digits: number) => median(rows.map(of)).toFixed(digits);
  print(
    `${'a batch of 25 option writes'.padEnd(46)} ${middle(({ ours }) => ours, 1)} ms, of which the database ${middle(({ waited }) => waited, 1)} ms, median ratio ${middle(({ ours, waited }) => ours / waited, 2)}`,
  );
  print(
    `${'the same statements, and nothing else'.padEnd(46)} ${middle(({ bare }) => bare, 1)} ms, median ratio ${middle(({ ours, bare }) => ours / bare, 2)}`,
  );
}

async function senderTo({ url }: RunningServer): Promise<(body: object) => Promise<void>> {
  const json = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/users/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(administrator),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return async (body) => {
    const response = await fetch(`${url}/index.php?rest_route=/batch/v1`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const { responses } = (await response.json()) as { responses: readonly { readonly status: number }[] };
    if (responses.length !== writes || responses.some(({ status }) => status !== 200))
      throw new Error(`The batch failed: ${JSON.stringify(responses).slice(0, 300)}`);
  };
}

/** Notes what every connection of this process sends, until it is stopped. */
function listen() {
  const sent: Statement[] = [];
  let waited = 0;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    sent.push(copyOf(given[0] as Statement));
    const since = performance.now();
    const answer = (query as (...all: unknown[]) => unknown).apply(this, given);
    const note = () => {
      waited += performance.now() - since;
    };
    if (answer instanceof Promise) answer.then(note, note);
    return answer;
  } as typeof query;
  return {
    /** The transactions of the batch: what came before the first was authentication. */
    writes: () => sent.slice(sent.findIndex((each) => /^begin/i.test(textOf(each)))),
    /** How long the statements took, one after another. */
    waited: () => waited,
    stop() {
      pg.Client.prototype.query = query;
    },
  };
}

const textOf = (statement: Statement): string => (typeof statement === 'string' ? statement : statement.text);

/** A statement that can be sent again: that of a library is a query object, which cannot. */
const copyOf = (statement: Statement): Statement =>
  typeof statement === 'string' ? statement : { text: statement.text, values: statement.values ?? [] };

async function replay(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await client.query(statement as never);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}
