import { CompiledQuery, type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** A parameter, as what it is of an input. */
class Parameter<Input> {
  readonly of: (input: Input) => unknown;

  constructor(of: (input: Input) => unknown) {
    this.of = of;
  }
}

/** Makes a parameter of a statement, by what it is of an input. */
export type ParameterOf<Input> = (of: (input: Input) => unknown) => RawBuilder<unknown>;

/** A long statement that is built and compiled once, because that takes longer than to execute it for few rows. */
export class FixedStatement<Input, Row> {
  readonly #build: (parameter: ParameterOf<Input>) => RawBuilder<Row>;
  #compiled: CompiledQuery | undefined;

  constructor(build: (parameter: ParameterOf<Input>) => RawBuilder<Row>) {
    this.#build = build;
  }

  execute(db: Kysely<Tables>, input: Input): Promise<QueryResult<Row>> {
    const { sql: text, parameters } = this.#compiledFor(db);
    const values = parameters.map((each) => (each instanceof Parameter ? each.of(input) : each));
    return db.executeQuery<Row>(CompiledQuery.raw(text, values));
  }

  #compiledFor(db: Kysely<Tables>): CompiledQuery {
    const compile = () => this.#build((of) => sql`${new Parameter(of)}`).compile(db);
    // Plugins may change the statement.
    if (db.getExecutor().plugins.length > 0) return compile();
    this.#compiled ??= compile();
    return this.#compiled;
  }
}
