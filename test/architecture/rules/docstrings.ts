import { fitsAny } from './paths.ts';
import { type Parsed, type Violation, violation } from './sources.ts';
import { isNode, listOf, type Node, nameOf, nodesOf } from './tree.ts';

/** Something that has a name, and the docstring before it. */
interface Named {
  readonly name: string;
  readonly start: number;
  readonly doc: string | undefined;
}

/**
 * Ports, their methods, use cases and doors without a docstring, and exports whose docstring repeats the name. Other exports
 * have one only for what the signature does not show.
 */
export const poorDocstrings = (sources: readonly Parsed[]): readonly Violation[] =>
  sources.filter(isProgram).flatMap((source) => [
    ...[...exportsOf(source), ...portMethodsOf(source)].flatMap(({ name, start, doc }) => {
      const fault = doc === undefined && !needsDocstring(source) ? undefined : faultOf(name, doc);
      return fault ? [violation(source, start, `${name} ${fault}`)] : [];
    }),
    ...withoutDocstring(source),
  ]);

const isProgram = ({ path }: Parsed): boolean => fitsAny(['packages/*/src/**'], path);

/** Files of ports and of use cases. */
const needsDocstring = ({ path }: Parsed): boolean =>
  /(?:^|[/-])ports\.ts$/.test(path) || /\/use-cases\/(?:[^/]+\/)?[^/]+\.ts$/.test(path);

/** What is wrong with a docstring, if anything is. */
function faultOf(name: string, doc: string | undefined): string | undefined {
  if (doc === undefined) return 'has no docstring';
  const sentence = firstSentence(doc);
  if (sentence === undefined) return 'has a docstring whose first sentence does not end in a full stop';
  return saysNothing(name, sentence) ? `has a docstring that only repeats the name: “${sentence}”` : undefined;
}

function firstSentence(doc: string): string | undefined {
  const [paragraph = ''] = plainOf(doc).split(/\n\s*\n|\n\s*@/);
  return /^[^@].*?\.(?=\s|$)/s.exec(paragraph.trim())?.[0];
}

const plainOf = (doc: string): string =>
  doc
    .replace(/^\*/, '')
    .replace(/^[ \t]*\*[ \t]?/gm, '')
    .trim();

const empty = new Set(['a', 'an', 'the', 'of', 'this', 'that', 'is', 'for', 'to', 'one', 'its', 'and', 'or']);

/** Whether a sentence has no word that is not in the name already. */
function saysNothing(name: string, sentence: string): boolean {
  const known = new Set(wordsOf(name).map((word) => word.toLowerCase()));
  const words = (sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !empty.has(word));
  return words.every((word) => known.has(word) || known.has(word.replace(/s$/, '')));
}

/** `recordOperation` → record, Operation. */
export const wordsOf = (name: string): readonly string[] =>
  name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu) ?? [name];

/** The docstring that ends right before a node. */
function docBefore({ comments, text }: Parsed, start: number): string | undefined {
  const last = comments.findLast(({ end }) => end <= start);
  const isNext = last?.type === 'Block' && last.value.startsWith('*') && text.slice(last.end, start).trim() === '';
  return isNext ? last.value : undefined;
}

/** What a source itself exports; re-exported names are documented where they are declared. */
function exportsOf(source: Parsed): readonly Named[] {
  const statements = listOf(source.program.body);
  const declared = statements.flatMap((statement) => {
    const isExport = statement.type === 'ExportNamedDeclaration' && isNode(statement.declaration);
    const declaration = isExport ? (statement.declaration as Node) : statement;
    return namesOf(declaration).map((name) => ({
      name,
      start: statement.start,
      doc: docBefore(source, statement.start),
      isExport,
    }));
  });
  const later = statements
    .filter(({ type, source: from }) => type === 'ExportNamedDeclaration' && !from)
    .flatMap(({ specifiers }) => listOf(specifiers).map(({ local }) => nameOf(local)));
  const exported = declared.filter(({ name, isExport }) => isExport || later.includes(name));
  // Only the first signature of an overloaded function needs a docstring.
  return exported.filter(({ name }, index) => exported.findIndex((each) => each.name === name) === index);
}

/** The names that a statement declares. */
export function namesOf(node: Node): readonly string[] {
  if (node.type === 'VariableDeclaration')
    return listOf(node.declarations).flatMap(({ id }) => nameOf(id) ?? namesInPattern(id as Node));
  const name = nameOf(node.id);
  return name === undefined ? [] : [name];
}

const namesInPattern = (pattern: Node): readonly string[] => nodesOf(pattern).flatMap((node) => nameOf(node) ?? []);

/** Methods of the interfaces that `ports.ts` exports. */
function portMethodsOf(source: Parsed): readonly Named[] {
  if (!/\/ports\.ts$/.test(source.path)) return [];
  const ports = nodesOf(source.program).filter(({ type }) => type === 'TSInterfaceDeclaration');
  return ports.flatMap(({ body }) =>
    listOf((body as Node).body).flatMap((member) =>
      isMethod(member)
        ? [{ name: nameOf(member.key) ?? '', start: member.start, doc: docBefore(source, member.start) }]
        : [],
    ),
  );
}

const isMethod = ({ type, typeAnnotation }: Node): boolean =>
  type === 'TSMethodSignature' ||
  (type === 'TSPropertySignature' && nodesOfType(typeAnnotation).some((each) => each.type === 'TSFunctionType'));

const nodesOfType = (annotation: unknown): readonly Node[] =>
  isNode(annotation) ? [annotation, ...listOf([annotation.typeAnnotation])] : [];

/** Doors of packages and contexts; `testing.ts` is a door for the tests of a package. */
const indexes = [
  'packages/*/src/index.ts',
  'packages/*/src/testing.ts',
  'packages/adapters-http/src/control/index.ts',
  'packages/core/src/*/index.ts',
  'packages/testing/src/builders/index.ts',
];

/** An index begins with a docstring that describes what is behind it. */
function withoutDocstring(source: Parsed): readonly Violation[] {
  const [first] = source.comments;
  if (!fitsAny(indexes, source.path) || (first?.start === 0 && firstSentence(first.value))) return [];
  return [violation(source, 0, 'is an index and does not begin with a docstring that says what is behind it')];
}

const forbidden = new Set([
  ...[
    'manager',
    'helper',
    'helpers',
    'util',
    'utils',
    'service',
    'processor',
    'handler',
    'data',
    'info',
    'base',
    'abstract',
    'impl',
  ],
]);
const forbiddenFirst = new Set(['base', 'abstract']);
const forbiddenFiles = new Set(['utils', 'types', 'constants', 'helpers', 'misc', 'common', 'shared']);

/** Names without a meaning: as the last word, or as the first where that is how classes are made up. */
export const emptyNames = (sources: readonly Parsed[]): readonly Violation[] =>
  sources.filter(isProgram).flatMap((source) => {
    const file =
      source.path
        .split('/')
        .at(-1)
        ?.replace(/\.[^.]*$/, '') ?? '';
    const fileFault = forbiddenFiles.has(file) || forbidden.has(file.split(/[-.]/).at(-1) ?? '');
    return [
      ...(fileFault ? [violation(source, 0, `${file} is a name for anything: say what is in the file`)] : []),
      ...declarationsOf(source.program).flatMap((node) =>
        namesOf(node)
          .filter(isEmptyName)
          .map((name) => violation(source, node.start, `${name} is a name for anything: say what it is`)),
      ),
    ];
  });

/** Declarations, but not the variables of a function: those may have to be called what a library calls them. */
function declarationsOf(program: Node): readonly Node[] {
  const statements = listOf(program.body).map((each) => (isNode(each.declaration) ? each.declaration : each));
  return [
    ...statements.filter(({ type }) => type === 'VariableDeclaration'),
    ...nodesOf(program).filter(({ type }) => /^(?:Class|Function|TS\w+)Declaration$/.test(type)),
  ];
}

function isEmptyName(name: string): boolean {
  const words = wordsOf(name).map((word) => word.toLowerCase());
  return words.length > 1 && (forbidden.has(words.at(-1) ?? '') || forbiddenFirst.has(words[0] ?? ''));
}

/** Default exports, and files other than an index that only hand on what others export. */
export const poorExports = (sources: readonly Parsed[]): readonly Violation[] =>
  sources.filter(isProgram).flatMap((source) => {
    const statements = listOf(source.program.body);
    const isDefault = ({ type, specifiers }: Node) =>
      type === 'ExportDefaultDeclaration' || listOf(specifiers).some(({ exported }) => nameOf(exported) === 'default');
    const isHandedOn = ({ type, source: from }: Node) => /^Export(Named|All)Declaration$/.test(type) && isNode(from);
    return [
      ...statements
        .filter(isDefault)
        .map(({ start }) => violation(source, start, 'has a default export: give it a name')),
      ...(fitsAny(indexes, source.path) ? [] : statements.filter(isHandedOn)).map(({ start }) =>
        violation(
          source,
          start,
          'hands on what another file exports: only the index of a package or context does that',
        ),
      ),
    ];
  });
