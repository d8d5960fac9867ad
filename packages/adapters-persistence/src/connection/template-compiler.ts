import { type CompiledQuery, type OperationNode, PostgresQueryCompiler, RawNode, ValueNode } from 'kysely';

type CompileArguments = Parameters<PostgresQueryCompiler['compileQuery']>;

/** A beginning of a statement: which templates, raw texts, literals and values it consists of so far. */
class StatementPrefix {
  /** By the fragments of a template, a raw text, or the length of a list. */
  readonly parts = new Map<unknown, StatementPrefix>();
  readonly literals = new Map<unknown, StatementPrefix>();
  value: StatementPrefix | undefined;
  /** Text of the statement that ends here. */
  text: string | undefined;
}

/** Limit of the cache, and of one raw text in it, in characters. */
const MOST_CHARACTERS = 4_000_000;
const LONGEST_RAW_TEXT = 2_000;
/** What a prefix counts for beside its texts. */
const PREFIX_SIZE = 200;

/**
 * Compiles statements written as `sql` templates. Their text depends on the templates and not on the values, so it is compiled
 * once for each combination of templates, and the same string is returned each time.
 */
export class TemplateCompiler extends PostgresQueryCompiler {
  #root = new StatementPrefix();
  /** In characters. */
  #size = 0;

  override compileQuery(...[node, queryId]: CompileArguments): CompiledQuery {
    const parameters: unknown[] = [];
    const end = RawNode.is(node) ? this.#follow(this.#root, node, parameters) : undefined;
    if (end === undefined) return super.compileQuery(node, queryId);
    end.text ??= this.#kept(super.compileQuery(node, queryId).sql);
    return { query: node, queryId, sql: end.text, parameters };
  }

  /** The prefix after a node, whose values are added to the parameters; undefined for nodes that are no templates. */
  #follow(prefix: StatementPrefix, node: OperationNode, parameters: unknown[]): StatementPrefix | undefined {
    if (ValueNode.is(node)) {
      if (node.immediate) return this.#next(prefix.literals, node.value);
      parameters.push(node.value);
      prefix.value ??= this.#fresh();
      return prefix.value;
    }
    const key = RawNode.is(node) ? keyOf(node.sqlFragments) : undefined;
    if (key === undefined) return undefined;
    let next: StatementPrefix | undefined = this.#next(prefix.parts, key);
    const parts = (node as RawNode).parameters;
    // The array is frozen, so that an iteration would not be optimised.
    for (let at = 0; next && at < parts.length; at += 1)
      next = this.#follow(next, parts[at] as OperationNode, parameters);
    return next;
  }

  #next(known: Map<unknown, StatementPrefix>, key: unknown): StatementPrefix {
    let next = known.get(key);
    if (next === undefined) {
      next = this.#fresh(key);
      known.set(key, next);
    }
    return next;
  }

  #fresh(key: unknown = ''): StatementPrefix {
    this.#grow(PREFIX_SIZE + (typeof key === 'string' ? key.length : 0));
    return new StatementPrefix();
  }

  #kept(text: string): string {
    this.#grow(text.length);
    return text;
  }

  #grow(characters: number): void {
    this.#size += characters;
    if (this.#size <= MOST_CHARACTERS) return;
    this.#root = new StatementPrefix();
    this.#size = 0;
  }
}

/** The fragments of a template itself, which has the same ones at each evaluation; a raw text; the length of a list. */
function keyOf(fragments: readonly string[]): unknown {
  if ('raw' in fragments) return fragments;
  const [only = ''] = fragments;
  if (fragments.length === 1) return only.length > LONGEST_RAW_TEXT ? undefined : only;
  return fragments.every((each) => each === '') ? fragments.length : undefined;
}
