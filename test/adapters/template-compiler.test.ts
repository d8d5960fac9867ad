import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import { describe, expect, it } from 'vitest';
import { TemplateCompiler } from '../../packages/adapters-persistence/src/connection/template-compiler.ts';

type Compiler = PostgresQueryCompiler;

/** Counts the texts that were compiled. */
class CountingCompiler extends TemplateCompiler {
  texts = 0;

  protected override getSql(): string {
    this.texts += 1;
    return super.getSql();
  }
}

const kyselyWith = (compiler: Compiler) =>
  new Kysely<Record<string, Record<string, unknown>>>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => compiler,
    },
  });

const cached = kyselyWith(new TemplateCompiler());
const plain = kyselyWith(new PostgresQueryCompiler());

/** Compiles a statement with and without the cache. */
function compared(statement: RawBuilder<unknown>) {
  const { sql: text, parameters } = statement.compile(cached);
  const expected = statement.compile(plain);
  expect({ text, parameters }).toEqual({ text: expected.sql, parameters: expected.parameters });
  return text;
}

const columns = sql.raw('id, name');
const places = (ids: readonly number[]) => sql.join(ids.map((id) => sql`(${id}::int)`));

/** A statement of random templates, raw texts, literals, lists and values. */
function anyOf(random: () => number, depth = 0): RawBuilder<unknown> {
  const inner = () => (depth < 3 && random() < 0.6 ? anyOf(random, depth + 1) : Math.floor(random() * 5));
  const kinds = [
    () => sql`select ${columns} from t where a = ${inner()} and b = ${inner()}`,
    () => sql`${inner()}${inner()}`,
    () => sql`exists (${inner()})`,
    () => sql.raw(random() < 0.5 ? 'now()' : '$1'),
    () => sql.lit(random() < 0.5 ? 1 : '1'),
    () => sql.join([inner(), inner(), inner()].slice(0, 1 + Math.floor(random() * 3))),
    () => sql`${sql.ref('t.id')} = ${inner()}`,
    () =>
      sql`a in (${plain
        .selectFrom('t')
        .select('id')
        .where('id', '=', Math.floor(random() * 5))})`,
  ];
  return kinds[Math.floor(random() * kinds.length)]?.() ?? columns;
}

/** Numbers from 0 to 1 that are the same in each run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('texts of templates', () => {
  it('are compiled once, whatever the values', () => {
    const compiler = new CountingCompiler();
    const one = (id: number) => sql`select ${columns} from item where id = ${id}`.compile(kyselyWith(compiler));
    const answers = [one(1), one(2), one(2)].map(({ sql: text, parameters }) => [text, ...parameters]);
    const text = 'select id, name from item where id = $1';
    expect(answers).toEqual([1, 2, 2].map((id) => [text, id]));
    expect(compiler.texts).toBe(1);
  });

  it('differ where the inner templates do', () => {
    const statement = (where: RawBuilder<unknown>) => sql`select 1 from t where ${where} and c = ${3}`;
    expect(compared(statement(sql`a = ${1}`))).toBe('select 1 from t where a = $1 and c = $2');
    expect(compared(statement(sql`b = ${1}`))).toBe('select 1 from t where b = $1 and c = $2');
    expect(compared(statement(sql.raw('true')))).toBe('select 1 from t where true and c = $1');
    expect(compared(statement(sql.raw('false')))).toBe('select 1 from t where false and c = $1');
  });

  it('differ where lists have other lengths', () => {
    const statement = (ids: readonly number[]) => sql`values ${places(ids)}`;
    expect(compared(statement([1]))).toBe('values ($1::int)');
    expect(compared(statement([1, 2]))).toBe('values ($1::int), ($2::int)');
    expect(compared(statement([3]))).toBe('values ($1::int)');
  });

  it('differ where literals do, by value and type', () => {
    const limited = (limit: number | string) => sql`select 1 limit ${sql.lit(limit)}`;
    expect([compared(limited(1)), compared(limited(2)), compared(limited('1'))]).toEqual([
      'select 1 limit 1',
      'select 1 limit 2',
      "select 1 limit '1'",
    ]);
  });

  it('are those of the library for any nesting, also when the cache was cleared', () => {
    const random = numbersFrom(7);
    for (let count = 0; count < 3_000; count += 1) compared(anyOf(random));
    const long = 'x'.repeat(1_900);
    for (let count = 0; count < 3_000; count += 1) compared(sql`select ${sql.raw(`'${long}${count}'`)}, ${count}`);
    for (let count = 0; count < 500; count += 1) compared(anyOf(random));
  });
});
