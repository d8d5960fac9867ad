import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestRunner } from 'vitest';
import { code, table } from '../../scripts/docs/markdown.ts';
import { declaredAnswers } from './declared-answers.ts';

/** A method of a route that was answered well, and the test that sent the request. */
export interface AnsweredPair {
  /** As `GET /cms/v2/pages/{id}`. */
  readonly pair: string;
  /** As `http/conversations/themes.test.ts`. */
  readonly file: string;
  /** Without the titles of the suites around it. */
  readonly title: string;
}

/** The test that runs in this process; undefined between tests. */
export function testAtWork(): Omit<AnsweredPair, 'pair'> | undefined {
  const test = TestRunner.getCurrentTest();
  const [, file] = test?.file.filepath.split('/test/') ?? [];
  return test && file !== undefined ? { file, title: test.name } : undefined;
}

/** Files that test every route alike, and check no effects. */
const walks = /^(bench|resilience|queries)\/|(fuzz|flood|permissions|hostile|leaks)\.test\.ts$/;
/** What routes answer whose adapters an installation does not have. */
const switchedOff = 501;
const written = new Set<string>();

/** Notes that a test was answered well, in a file of this process below the folder. */
export function notePair(
  folder: string,
  { method, url, status, test }: { method: string; url: string; status: number; test: ReturnType<typeof testAtWork> },
): void {
  const isAnswered = status < 400 || status === switchedOff;
  if (!isAnswered || !test || walks.test(test.file)) return;
  const path = declaredAnswers().shopPathOf(method, url);
  const line = `${JSON.stringify({ pair: `${method} ${path}`, ...test } satisfies AnsweredPair)}\n`;
  if (path !== undefined && !written.has(line)) appendFileSync(join(folder, `pairs-${process.pid}.jsonl`), line);
  written.add(line);
}

/** What the processes of a run have noted. */
export function pairsIn(folder: string): readonly AnsweredPair[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.startsWith('pairs-')) : [];
  const lines = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean));
  return [...new Set(lines)].map((line) => JSON.parse(line) as AnsweredPair);
}

const row = ({ pair, file, title }: AnsweredPair): string => `${pair} (${file}: ${title})`;

/** The rows of the page. */
export const rowsOf = (page: string): readonly AnsweredPair[] =>
  [...page.matchAll(/^\| `([A-Z]+ \/[^`]*)` *\| `([^`]+)` *\| (.*?) *\|$/gm)].map(
    ([, pair = '', file = '', title = '']) => ({ pair, file, title: title.replaceAll('\\|', '|') }),
  );

/** Rows whose file has run without the pair being answered well by the test of that title. */
export function unseen(rows: readonly AnsweredPair[], noted: readonly AnsweredPair[]): readonly string[] {
  const files = new Set(noted.map(({ file }) => file));
  const seen = new Set(noted.map(row));
  return rows.filter((each) => files.has(each.file) && !seen.has(row(each))).map(row);
}

/** Titles of tests in which what is answered well is beside the point. */
const ofRefusals =
  /refus|is for|for those|need|right|limit|only|revoked|stranger|wrong|late|bad|\bnot?\b|without|are off/i;

/** A row for each pair: the present one while it is true, else the test with the fewest pairs. */
export function chosen(rows: readonly AnsweredPair[], noted: readonly AnsweredPair[]): readonly AnsweredPair[] {
  const asks = Map.groupBy(noted, ({ file, title }) => `${file} ${title}`);
  const breadth = ({ file, title }: AnsweredPair) =>
    (asks.get(`${file} ${title}`)?.length ?? 0) + (ofRefusals.test(title) ? asks.size : 0);
  const stale = new Set(unseen(rows, noted));
  const kept = new Map(rows.filter((each) => !stale.has(row(each))).map((each) => [each.pair, each]));
  const fresh = [...Map.groupBy(noted, ({ pair }) => pair)].map(
    ([pair, tests]) =>
      kept.get(pair) ?? tests.toSorted((a, b) => breadth(a) - breadth(b) || row(a).localeCompare(row(b)))[0],
  );
  return [...new Map([...kept, ...fresh.flatMap((each) => (each ? [[each.pair, each] as const] : []))]).values()];
}

/** The page with other rows, in the order of their routes. */
export function withRows(page: string, rows: readonly AnsweredPair[]): string {
  const routeOf = ({ pair }: AnsweredPair) => pair.split(' ').toReversed().join(' ');
  const sorted = rows.toSorted((a, b) => (routeOf(a) < routeOf(b) ? -1 : 1));
  const lines = table(
    ['method and route', 'file below `test`', 'test'],
    sorted.map(({ pair, file, title }) => [code(pair), code(file), title]),
  );
  return `${page.split(/^\| method/m)[0]}${lines.join('\n')}`;
}

/**
 * Compares what the tests of a run have noted with the page.
 * @throws Error that names each row that is not true
 */
export function checkPairs(noted: readonly AnsweredPair[], page: string): void {
  const wrong = unseen(rowsOf(page), noted);
  if (wrong.length > 0)
    throw new Error(
      `Not seen in this run as docs/shop-route-tests.md says; ROUTE_TESTS=write regenerates the rows:\n${wrong.join('\n')}`,
    );
}
