import type { KyselyPlugin, RawNode } from 'kysely';
import type { Database } from './persistence.ts';

type Fragments = readonly string[];

/** Changes the text of the parts of a statement. */
function changed({ sqlFragments, parameters, ...node }: RawNode, change: Change): RawNode {
  const [first] = parameters;
  return {
    ...node,
    sqlFragments: change(sqlFragments, first?.kind === 'RawNode' ? (first as RawNode).sqlFragments.join('') : ''),
    parameters: parameters.map((each) => (each.kind === 'RawNode' ? changed(each as RawNode, change) : each)),
  };
}

/** Changes the text around parameters, given the text of the first one. */
type Change = (fragments: Fragments, first: string) => Fragments;
const changing = (change: Change): KyselyPlugin => ({
  transformQuery({ node }) {
    return node.kind === 'RawNode' ? changed(node, change) : node;
  },
  transformResult: async ({ result }) => result,
});

/** Leaves out rows of an insert that are there already. */
export const withoutDoubles = (table: string): KyselyPlugin =>
  changing((fragments, first) =>
    first === table && fragments[0]?.trim() === 'insert into'
      ? [...fragments.slice(0, -1), `${fragments.at(-1)} on conflict do nothing`]
      : fragments,
  );

/** Replaces a piece of text. */
export const replacing = (piece: string, other: string): KyselyPlugin =>
  changing((fragments) => fragments.map((fragment) => fragment.replaceAll(piece, other)));

/** A database whose statements are changed. */
export const withPlugin = (database: Database, plugin: KyselyPlugin): Database =>
  ({
    kind: database.kind,
    unitOfWork: database.unitOfWork,
    connections: database.connections,
    kysely: () => database.kysely().withPlugin(plugin),
  }) as Database;
