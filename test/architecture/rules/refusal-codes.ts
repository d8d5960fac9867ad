import type { Parsed } from './sources.ts';
import { isFunction, isNode, listOf, memberOf, type Node, nameOf, placedNodes, textOf } from './tree.ts';

/** A function or class that takes the code of a refusal, and which argument it is. */
interface Maker {
  readonly name: string;
  readonly position: number;
  /** The only file that means this by the name; any file without one. */
  readonly path?: string;
}

const first: readonly Maker[] = [
  { name: 'DomainError', position: 1 },
  { name: 'invalidField', position: 1 },
  { name: 'says', position: 0, path: 'packages/core/src/rest/schemas.ts' },
  { name: 'fault', position: 0, path: 'packages/core/src/rest/text.ts' },
];

/** A code is words in lower case with underscores. */
const form = /^[a-z]+(?:_[a-z0-9]+)*$/;

/** Every code that these sources can refuse with, and where it stands first. */
export function refusalCodes(sources: readonly Parsed[]): ReadonlyMap<string, string> {
  const makers = [...first, ...sources.flatMap(ownMakers)];
  const found = new Map<string, string>();
  for (const source of sources) {
    for (const [node] of placedNodes(source.program)) {
      for (const code of codesIn(
        node,
        makers.filter(({ path }) => path === undefined || path === source.path),
      )) {
        if (form.test(code) && !found.has(code)) found.set(code, `${source.path}:${source.lineOf(node.start)}`);
      }
    }
  }
  return found;
}

function codesIn(node: Node, makers: readonly Maker[]): readonly string[] {
  const called = calledName(node);
  const args = listOf(node.arguments);
  const codes = makers.flatMap(({ name, position }) => (name === called ? (textOf(args[position]) ?? []) : []));
  return [...codes, ...codeOfProblem(node)];
}

/** A problem written out, `{ code: 'unknown_field', … }`, or as a pair of code and sentence. */
function codeOfProblem(node: Node): readonly string[] {
  if (node.type === 'Property' && nameOf(node.key) === 'code') return [textOf(node.value) ?? ''];
  const [code, sentence, ...more] = node.type === 'ArrayExpression' ? listOf(node.elements) : [];
  return more.length === 0 && /^\p{Lu}.*\.$/u.test(textOf(sentence) ?? '') ? [textOf(code) ?? ''] : [];
}

function calledName(node: Node): string | undefined {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  return nameOf(node.callee) ?? (isNode(node.callee) ? memberOf(node.callee) : undefined);
}

/** Functions of one file that hand one of their own parameters on as the code of a refusal. */
function ownMakers(source: Parsed): readonly Maker[] {
  return placedNodes(source.program).flatMap(([node, around]) => {
    const known = first.find(({ name, path }) => path === undefined && name === calledName(node));
    const given = known && nameOf(listOf(node.arguments)[known.position]);
    const maker = around.findLast(isFunction);
    if (given === undefined || !maker) return [];
    const position = listOf(maker.params).findIndex((parameter) => nameOf(parameter) === given);
    const holder = around[around.indexOf(maker) - 1];
    const name = nameOf(maker.id) ?? (holder?.type === 'VariableDeclarator' ? nameOf(holder.id) : undefined);
    return position < 0 || name === undefined ? [] : [{ name, position, path: source.path }];
  });
}

/** The codes that a page of documentation lists: those that begin a row of a table, or a heading. */
export const documentedCodes = (page: string): ReadonlySet<string> =>
  new Set([...page.matchAll(/`([a-z]+(?:_[a-z0-9]+)*)`/g)].map((match) => match[1] ?? ''));
