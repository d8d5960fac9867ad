import type { Parsed } from '../../test/architecture/rules/sources.ts';
import { isNode, listOf, memberOf, type Node, nameOf, textOf } from '../../test/architecture/rules/tree.ts';

/** Initialisers of top-level constants, by path and name. */
export type Constants = ReadonlyMap<string, ReadonlyMap<string, Node>>;

export const constantsOf = (sources: readonly Parsed[]): Constants =>
  new Map(sources.map(({ path, program }) => [path, new Map(listOf(program.body).flatMap(declaredBy))]));

function declaredBy(statement: Node): readonly (readonly [string, Node])[] {
  const declaration = isNode(statement.declaration) ? statement.declaration : statement;
  if (declaration.type !== 'VariableDeclaration') return [];
  return listOf(declaration.declarations).flatMap(({ id, init }) => {
    const name = nameOf(id);
    return name !== undefined && isNode(init) ? [[name, init] as const] : [];
  });
}

/** The constant of this name: that of the file, else the only one of that name in another file. */
function constantOf(name: string, constants: Constants, path?: string): Node | undefined {
  const own = path === undefined ? undefined : constants.get(path)?.get(name);
  if (own) return own;
  const others = [...constants.values()].flatMap((each) => each.get(name) ?? []);
  return others.length === 1 ? others[0] : undefined;
}

/** The text of a literal, template or constant; constants are substituted, other expressions are named in braces. */
export function wordsOf(node: unknown, source: Parsed, constants: Constants): string | undefined {
  const plain = textOf(node);
  if (plain !== undefined || !isNode(node)) return plain;
  const name = nameOf(node);
  if (name !== undefined) return textOf(constantOf(name, constants, source.path));
  if (node.type === 'ArrowFunctionExpression') return wordsOf(node.body, source, constants);
  if (node.type !== 'TemplateLiteral') return undefined;
  const expressions = listOf(node.expressions);
  return listOf(node.quasis)
    .map(({ value }, index) => {
      const expression = expressions[index];
      const { cooked } = value as { readonly cooked: string };
      return expression ? cooked + shownIn(expression, source, constants) : cooked;
    })
    .join('');
}

function shownIn(expression: Node, source: Parsed, constants: Constants): string {
  const name = nameOf(expression);
  const constant = name === undefined ? undefined : constantOf(name, constants, source.path);
  if (constant?.type === 'Literal') return String(constant.value);
  const words = nameIn(expression)?.replace(/\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);
  return `{${words ?? '…'}}`;
}

/** The most descriptive name in an expression: `quantityToJson(facts.available)` → available. */
function nameIn(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  const name = nameOf(node);
  if (name !== undefined) return name;
  if (node.type === 'MemberExpression') return memberOf(node) === 'length' ? nameIn(node.object) : memberOf(node);
  if (node.type === 'LogicalExpression') return nameIn(node.left);
  if (node.type !== 'CallExpression') return undefined;
  const callee = node.callee as Node;
  return callee.type === 'MemberExpression' ? nameIn(callee.object) : nameIn(listOf(node.arguments)[0]);
}

/** The entries of the constant object of a look-up: `faults[code]`. */
export function entriesOf(lookup: unknown, constants: Constants): readonly (readonly [string, string])[] {
  const table =
    isNode(lookup) && lookup.type === 'MemberExpression' && lookup.computed ? nameOf(lookup.object) : undefined;
  const found = table === undefined ? undefined : constantOf(table, constants);
  return listOf(found?.properties).flatMap(({ key, value }) => {
    const name = nameOf(key);
    const text = textOf(value);
    return name !== undefined && text !== undefined ? [[name, text] as const] : [];
  });
}
