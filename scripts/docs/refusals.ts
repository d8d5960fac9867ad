import type { Parsed } from '../../test/architecture/rules/sources.ts';
import {
  isFunction,
  isNode,
  listOf,
  memberOf,
  type Node,
  nameOf,
  placedNodes,
  textOf,
} from '../../test/architecture/rules/tree.ts';
import { type Constants, constantsOf, entriesOf, wordsOf } from './constants.ts';

/** One refusal in the sources. */
export interface Refusal {
  readonly code: string;
  readonly kind: string | undefined;
  /** With names in braces in place of values; undefined when it is not a literal. */
  readonly sentence: string | undefined;
  /** Whether it is about a single field, in a refusal that may have another code. */
  readonly isField: boolean;
  readonly place: string;
}

/** The source of a part of a refusal: an argument, a constant text, or a text with arguments in it. */
type Slot = { readonly argument: number } | { readonly text: string | undefined } | { readonly parts: readonly Slot[] };

/** A function or class that creates refusals. */
interface Maker {
  readonly name: string;
  readonly kind: Slot;
  readonly code: Slot;
  readonly sentence: Slot;
  readonly isField: boolean;
  /** The object whose method it is; any by default. */
  readonly on?: string;
  /** The file in which the name has this meaning; all files by default. */
  readonly path?: string;
}

const invalid: Slot = { text: 'invalid' };
const ofField = { kind: invalid, code: { argument: 0 }, sentence: { argument: 1 }, isField: true } as const;

const ours = 'Something went wrong on our side.';

const first: readonly Maker[] = [
  { name: 'DomainError', kind: { argument: 0 }, code: { argument: 1 }, sentence: { argument: 2 }, isField: false },
  { name: 'invalidField', kind: invalid, code: { argument: 1 }, sentence: { argument: 2 }, isField: false },
  {
    name: 'presentFailure',
    kind: { text: 'failure' },
    code: { argument: 0 },
    sentence: { text: ours },
    isField: false,
  },
  { name: 'fail', on: 'reading', ...ofField },
  { name: 'Fault', ...ofField },
  { name: 'ruleFault', ...ofField },
];

/** Codes are snake case. */
const form = /^[a-z]+(?:[_-][a-z0-9]+)*$/;

/** All refusals in these sources, in their order. */
export function refusalsIn(sources: readonly Parsed[]): readonly Refusal[] {
  const constants = constantsOf(sources);
  const makers = [...first, ...sources.flatMap((source) => ownMakers(source, constants))];
  return sources.flatMap((source) => {
    const known = makers.filter(({ path }) => path === undefined || path === source.path);
    return placedNodes(source.program).flatMap(([node, around]) => {
      const reader: Reader = { source, constants, around };
      const found = [...refusalsOfCall(node, known, reader), ...refusalsOfProblem(node, reader)];
      return found.filter(({ code }) => form.test(code));
    });
  });
}

/** All codes in these sources, with the place of their first use. */
export function refusalCodes(sources: readonly Parsed[]): ReadonlyMap<string, string> {
  return new Map(
    refusalsIn(sources)
      .toReversed()
      .map(({ code, place }) => [code, place]),
  );
}

/** The codes that a page mentions. */
export const documentedCodes = (page: string): ReadonlySet<string> =>
  new Set([...page.matchAll(/`([a-z]+(?:[_-][a-z0-9]+)*)`/g)].map((match) => match[1] ?? ''));

interface Reader {
  readonly source: Parsed;
  readonly constants: Constants;
  readonly around: readonly Node[];
}

const placeOf = ({ source }: Reader, node: Node): string => `${source.path}:${source.lineOf(node.start)}`;

function refusalsOfCall(node: Node, makers: readonly Maker[], reader: Reader): readonly Refusal[] {
  const called = calledName(node, reader.around);
  if (called === undefined) return [];
  const args = listOf(node.arguments);
  const owner = isNode(node.callee) ? nameOf(node.callee.object) : undefined;
  return makers
    .filter(({ name, on }) => name === called && (on === undefined || on === owner))
    .flatMap(({ isField, ...maker }): readonly Refusal[] => {
      const fill = (slot: Slot): string | undefined => {
        if ('text' in slot) return slot.text;
        if ('parts' in slot) return slot.parts.map((part) => fill(part) ?? '{…}').join('');
        return wordsOf(args[slot.argument], reader.source, reader.constants);
      };
      const rest = { kind: fill(maker.kind), isField, place: placeOf(reader, node) };
      const code = fill(maker.code);
      if (code !== undefined) return [{ code, sentence: fill(maker.sentence), ...rest }];
      return 'argument' in maker.sentence
        ? entriesOf(args[maker.sentence.argument], reader.constants).map(([each, sentence]) => ({
            code: each,
            sentence,
            ...rest,
          }))
        : [];
    });
}

/** Codes of missing permissions in the shop interface. */
const ofRoute = /(?:^|_)rest_(?:cannot|forbidden|not_logged_in)/;
/** Those of requests without credentials. */
const withoutCredentials = /rest_not_logged_in$/;

/** A literal problem: `{ code: 'unknown_field', message: … }`, or a pair of code and sentence. */
function refusalsOfProblem(node: Node, reader: Reader): readonly Refusal[] {
  const rest = { kind: 'invalid', isField: true, place: placeOf(reader, node) };
  if (node.type === 'ObjectExpression') {
    const member = (name: string) => listOf(node.properties).find(({ key }) => nameOf(key) === name)?.value;
    const code = textOf(member('code'));
    if (code === undefined || !isNode(member('message'))) return [];
    const problem = { code, sentence: wordsOf(member('message'), reader.source, reader.constants), ...rest };
    if (!ofRoute.test(code)) return [problem];
    return [{ ...problem, kind: withoutCredentials.test(code) ? 'unauthenticated' : 'forbidden', isField: false }];
  }
  const [code, sentence, ...more] = node.type === 'ArrayExpression' ? listOf(node.elements) : [];
  const isPair = more.length === 0 && /^\p{Lu}.*\.$/u.test(textOf(sentence) ?? '');
  return isPair ? [{ code: textOf(code) ?? '', sentence: textOf(sentence), ...rest }] : [];
}

/** The name of the called function or constructed class; for `super(…)` that of the base class. */
function calledName(node: Node, around: readonly Node[]): string | undefined {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  const { callee } = node;
  if (isNode(callee) && callee.type === 'Super')
    return nameOf(around.findLast(({ type }) => type === 'ClassDeclaration')?.superClass);
  return nameOf(callee) ?? (isNode(callee) ? memberOf(callee) : undefined);
}

/** The parts of a template literal that contains a parameter of the enclosing function. */
function partsOf(node: unknown, slotOf: (value: unknown) => Slot): Slot | undefined {
  if (!isNode(node) || node.type !== 'TemplateLiteral') return undefined;
  const expressions = listOf(node.expressions);
  const parts = listOf(node.quasis).flatMap(({ value }, index): readonly Slot[] => {
    const { cooked } = value as { readonly cooked: string };
    return index < expressions.length ? [{ text: cooked }, slotOf(expressions[index])] : [{ text: cooked }];
  });
  return parts.some((part) => 'argument' in part) ? { parts } : undefined;
}

/** Functions that pass their own parameters to a maker. */
function ownMakers(source: Parsed, constants: Constants): readonly Maker[] {
  return placedNodes(source.program).flatMap(([node, around]) => {
    const known = first.find(({ name, path }) => path === undefined && name === calledName(node, around));
    const maker = around.findLast(isFunction);
    const holder = maker && around[around.indexOf(maker) - 1];
    const name = nameOf(maker?.id) ?? (holder?.type === 'VariableDeclarator' ? nameOf(holder.id) : undefined);
    if (!known || !maker || name === undefined) return [];
    const args = listOf(node.arguments);
    const slotOf = (value: unknown): Slot => {
      const given = nameOf(value);
      const argument =
        given === undefined ? -1 : listOf(maker.params).findIndex((parameter) => nameOf(parameter) === given);
      return argument < 0 ? { text: wordsOf(value, source, constants) } : { argument };
    };
    const forward = (slot: Slot): Slot =>
      'argument' in slot ? (partsOf(args[slot.argument], slotOf) ?? slotOf(args[slot.argument])) : slot;
    const [kind, code, sentence] = [forward(known.kind), forward(known.code), forward(known.sentence)];
    const forwards =
      'argument' in code || 'parts' in code || ('argument' in sentence && 'text' in code && code.text !== undefined);
    return forwards ? [{ name, kind, code, sentence, isField: false, path: source.path }] : [];
  });
}
