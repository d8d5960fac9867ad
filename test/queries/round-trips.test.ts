import { type RunningServer, readSettings, serve } from '@backroom/composition';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { sendJson } from '../support/send-json.ts';
import { listen } from '../support/statements.ts';
import { fill } from './fill.ts';

const volume = { items: 20_000, operations: 100_000 };

/** Sent after the commit of a change, at most once a second: whether it is among the statements of a request depends on time. */
const announcement = /^select pg_notify\('backroom_changed', topic\)/;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

describe('a request on PostgreSQL', () => {
  let name: string;
  let server: RunningServer;
  let client: pg.Client;
  let token: string;
  const listening = listen();
  beforeAll(async () => {
    name = await createDatabase();
    const environment = {
      DATABASE_URL: serverUrl(name),
      JWT_SECRET: 'a secret of at least thirty-two bytes',
      BOOTSTRAP_ADMIN_USERNAME: 'ada',
      BOOTSTRAP_ADMIN_PASSWORD: 'first-light-over-harbour',
      PORT: '0',
      LOG_LEVEL: 'silent',
      // Workers poll for work, independent of requests.
      JOB_WORKERS: '0',
      LOGIN_MIN_MS: '0',
      // Counted, as they always are: points for a sixtieth of the limit are taken with one statement and then spent without,
      // so only a request that finds them spent has one more.
      RATE_LIMIT_API: '1000000',
      RATE_LIMIT_WRITE: '1000000',
    };
    server = await serve(readSettings(environment), { migrate: true });
    client = new pg.Client({ connectionString: serverUrl(name) });
    await client.connect();
    await fill(client, volume);
    const credentials = { username: 'ada', password: 'first-light-over-harbour' };
    token = ((await ask('POST', '/users/login', credentials)).body as { access_token: string }).access_token;
  });
  afterAll(async () => {
    listening.stop();
    await server?.close();
    await client?.end();
    await dropDatabase(name);
  });

  async function ask(method: string, path: string, body?: unknown, key?: string) {
    const response = await sendJson(method, `${server.url}${path}`, body, { token, key });
    const answered = await response.json();
    expect(response.status, JSON.stringify(answered)).toBeLessThan(300);
    const sent = listening.ofLastRequest().filter(({ text }) => !announcement.test(text));
    // Each request at least authenticates.
    expect(sent).not.toEqual([]);
    return { sent, body: answered as unknown };
  }

  it.each([
    ['one item', '/items/7', 2],
    ['an item by its code', '/items/lookup?code=SKU-7', 3],
    ['one operation', '/operations/7', 2],
    ['one user', '/users/2', 2],
    ['oneself', '/users/me', 2],
    ['one category', '/categories/7', 2],
    ['one location', '/locations/1', 2],
    ['items', '/items?per_page=100', 2],
    ['operations', '/operations?per_page=100', 2],
    ['users', '/users', 3],
    ['categories', '/categories', 3],
    ['the tree of categories', '/categories/tree', 2],
    ['locations', '/locations', 3],
    ['words for filters of the audit log', '/audit/filter-words', 4],
    ['the phone of the mail log', '/mail-phone', 2],
    ['values of attributes', '/reports/attribute-values', 2],
    ['operations of an item', '/items/7/operations', 4],
  ])('that reads %s takes few statements, with authentication', async (_, path, most) => {
    await ask('GET', path);
    const { sent } = await ask('GET', path);
    expect(sent.length, sent.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(most);
  });

  it('that changes something takes one more for the audit log, in the same unit', async () => {
    const { sent } = await ask('PATCH', '/categories/7', { position: 3 });
    const [last, end] = sent.slice(-2).map(({ text }) => text);
    expect(last).toMatch(/^insert into "audit_event"/);
    expect(end).toBe('set local statement_timeout = 0; commit');
    expect(sent.filter(({ text }) => text.includes('audit_event'))).toHaveLength(1);
  });

  it('that records an operation takes hold, and append with the commit, and one more with a key', async () => {
    const issue = { item_id: 1, type: 'receipt', quantity: 1, location: 'L1' };
    await ask('POST', '/operations', issue);
    const { sent } = await ask('POST', '/operations', issue);
    expect(sent.map(({ text }) => text)).toHaveLength(3);
    // The beginning and its limits go with the first statement, and the commit goes with the last, in the same round trips.
    expect(sent.at(-1)?.text).toMatch(/insert into operation/);
    const keyed = await ask('POST', '/operations', issue, 'a-key');
    expect(keyed.sent).toHaveLength(4);
  });

  it.each([
    ['items', '/items'],
    ['items by name, deep', '/items?sort=name&page=150'],
    ['items by time of change, newest first, deep', '/items?sort=-updated_at&page=150'],
    ['items by sku', '/items?sort=sku&page=20'],
    ['items of a category', '/items?category_id=7'],
    ['an item', '/items/7'],
    ['an item by its code', '/items/lookup?code=SKU-7'],
    ['an item by its barcode', '/items?barcode=bar-7'],
    ['several items', '/items?ids=1,2,3'],
    ['an operation', '/operations/7'],
    ['operations', '/operations'],
    ['operations in the middle', '/operations?page=500'],
    ['the oldest operations', '/operations?page=1000'],
    ['operations before one', '/operations?before_id=50000'],
    ['operations after one', '/operations?after_id=50000&sort=id'],
    ['operations by time of occurrence, deep', '/operations?sort=-occurred_at&page=500'],
    ['operations of an item', '/operations?item_id=77'],
    ['operations of a sku', '/operations?sku=SKU-77'],
    ['operations at a location', '/operations?location=L7'],
    ['operations at a location before one', '/operations?location=L7&before_id=50000'],
    ['operations of a user', '/operations?user_id=7'],
    ['operations of a kind', '/operations?type=count'],
    ['words for filters of the audit log', '/audit/filter-words'],
    ['operations of a kind that there are none of', '/operations?type=adjustment'],
    ['operations that were reversed', '/operations?reversed=true'],
    ['operations of a reference', '/operations?reference_type=order&reference_id=77'],
    ['entries of an actor', '/audit?actor=7'],
    ['entries of an action', '/audit?action=user.create'],
    ['entries of actions that begin alike', '/audit?action=user.*'],
    ['entries of a target', '/audit?target_type=item&target_id=77'],
    ['entries of what was refused', '/audit?outcome=denied'],
    ['entries of a week', `/audit?from=${new Date(Date.now() - 604_800_000).toISOString()}`],
    ['operations of a batch', '/operations?group_id=00000000-0000-0000-0000-000000000077'],
    ['operations recorded in a week', `/operations?recorded_from=${new Date(Date.now() - 604_800_000).toISOString()}`],
    [
      'operations that occurred in a week',
      `/operations?occurred_from=${new Date(Date.now() - 604_800_000).toISOString()}`,
    ],
  ])('for %s reads no table from end to end', async (_, path) => {
    const { sent } = await ask('GET', path);
    const scanned: string[] = [];
    for (const { text, values } of sent) {
      const { rows } = await client.query(`explain (format json) ${text}`, [...values]);
      const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
      for (const node of nodes) if (node['Node Type'] === 'Seq Scan') scanned.push(node['Relation Name'] ?? '');
    }
    // The row of an item's stock is small: all of them are summed for the number of all entries.
    expect(scanned.filter((table) => ['operation', 'item', 'stock_level', 'audit_event'].includes(table))).toEqual([]);
  });
});
