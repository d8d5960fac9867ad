/** A node of the syntax tree (ESTree with TypeScript, as oxc gives it). */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** A node with the nodes around it, the nearest last. */
export type Placed = readonly [node: Node, around: readonly Node[]];

/** Whether a member of a node is a node. */
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value;

/** The node and everything in it, from the outside in. */
export function placedNodes(top: Node): readonly Placed[] {
  const found: Placed[] = [];
  const visit = (node: Node, around: readonly Node[]) => {
    found.push([node, around]);
    const inside = [...around, node];
    for (const child of childrenOf(node)) visit(child, inside);
  };
  visit(top, []);
  return found;
}

/** The node and everything in it, without its position. */
export const nodesOf = (top: Node): readonly Node[] => placedNodes(top).map(([node]) => node);

/** The nodes directly in a node. */
export const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);

/** A member that is a list of nodes; holes of array patterns are left out. */
export const listOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** The name of an identifier. */
export const nameOf = (value: unknown): string | undefined =>
  isNode(value) && value.type === 'Identifier' ? (value.name as string) : undefined;

/** The value of a literal, or of a template without expressions. */
export function textOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'Literal') return typeof value.value === 'string' ? value.value : undefined;
  if (value.type !== 'TemplateLiteral' || listOf(value.expressions).length > 0) return undefined;
  const [only] = listOf(value.quasis);
  return (only?.value as { readonly cooked?: string } | undefined)?.cooked;
}

/** The name of the member that is read, also where it is written in brackets. */
export function memberOf(node: Node): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  return node.computed ? textOf(node.property) : nameOf(node.property);
}

/** Whether a node is `object.member`, also behind `globalThis`. */
export function isMember(node: Node, object: string, member?: string): boolean {
  if (node.type !== 'MemberExpression' || (member !== undefined && memberOf(node) !== member)) return false;
  return isGlobal(node.object, object);
}

/** Whether a node is this global name, also behind `globalThis`. */
export const isGlobal = (value: unknown, name: string): boolean =>
  isNode(value) && (nameOf(value) === name || (nameOf(value.object) === 'globalThis' && memberOf(value) === name));

/** Whether a node calls this global function. */
export const callsGlobal = (node: Node, name: string): boolean =>
  node.type === 'CallExpression' && isGlobal(node.callee, name);

/** Whether a node is a function with a body. */
export const isFunction = (node: Node): boolean =>
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type);
