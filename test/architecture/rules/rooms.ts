import { fitsAny } from './paths.ts';
import { type Parsed, type Violation, violation } from './sources.ts';
import {
  callsGlobal,
  isGlobal,
  isMember,
  isNode,
  listOf,
  memberOf,
  type Node,
  nameOf,
  placedNodes,
  textOf,
} from './tree.ts';

/** A kind of line that lives in few places only. */
export interface Room {
  readonly says: string;
  readonly livesIn: readonly string[];
  finds(node: Node, around: readonly Node[]): boolean;
}

const free = ['test/**', 'scripts/**', 'packages/testing/**'];
const persistence = 'packages/adapters-persistence/src';
const embedded = `${persistence}/embedded`;
const random = ['randomUUID', 'randomBytes', 'randomInt', 'randomFillSync', 'getRandomValues', 'randomFill'];
const timers = ['setTimeout', 'setInterval', 'setImmediate'];

/** The content of the rooms. Tests and scripts are no part of the program and may contain all of it. */
export const rooms: readonly Room[] = [
  {
    says: 'process.env',
    livesIn: ['packages/composition/src/settings/settings.ts', 'packages/desk/build/**', ...free],
    finds: (node) =>
      isMember(node, 'process', 'env') ||
      takes(node, 'process', ['env']) ||
      imports(node, /^(node:)?process$/, ['env']),
  },
  {
    says: 'the present time',
    // The age of a lock file is measured by the clock that dated it: the machine's.
    livesIn: [
      'packages/composition/src/system-clock.ts',
      `${embedded}/folder-holder.ts`,
      'packages/desk/src/data/server-clock.ts',
      ...free,
    ],
    finds: (node) =>
      isMember(node, 'Date', 'now') ||
      callsGlobal(node, 'Date') ||
      (node.type === 'NewExpression' && isGlobal(node.callee, 'Date') && listOf(node.arguments).length === 0) ||
      isMember(node, 'Temporal', 'Now'),
  },
  {
    says: 'a stopwatch',
    livesIn: [
      'packages/composition/src/system-clock.ts',
      'packages/composition/src/metrics.ts',
      'packages/adapters-http/src/common/observe.ts',
      'packages/adapters-http/src/shop/shop.ts',
      'packages/adapters-http/src/common/request-log.ts',
      'packages/adapters-http/src/common/metrics.ts',
      'packages/adapters-ldap/src/probe.ts',
      // Keys are checked again after a second, whatever the system clock.
      'packages/adapters-node/src/keys/live-ring.ts',
      'packages/adapters-http/src/desk/files.ts',
      // Events are paced by the time that their readers wait.
      'packages/adapters-http/src/events/event-stream.ts',
      'packages/desk/src/data/stopwatch.ts',
      ...free,
    ],
    finds: (node) => isMember(node, 'performance', 'now') || isMember(node, 'process', 'hrtime'),
  },
  {
    says: 'randomness',
    // Holders of a data folder have a name for it, colliding units retry at different times, and a request
    // has a name before any port is called.
    livesIn: [
      'packages/adapters-node/**',
      'packages/adapters-http/src/common/request-id.ts',
      `${embedded}/**`,
      `${persistence}/unit-of-work.ts`,
      // Jitter: workers that lose their connections at the same time reconnect at different times.
      'packages/adapters-jobs/src/keep-listening.ts',
      // Keys of writes.
      'packages/desk/src/data/writing.ts',
      ...free,
    ],
    finds: (node) =>
      isMember(node, 'Math', 'random') ||
      (node.type === 'CallExpression' && random.some((name) => isCallTo(node, name))) ||
      imports(node, /^(node:)?crypto$/, random),
  },
  {
    says: 'fetch(…)',
    livesIn: ['packages/adapters-web/**', 'packages/desk/src/data/send.ts', ...free],
    finds: (node) => callsGlobal(node, 'fetch'),
  },
  {
    says: 'the run of a use case',
    livesIn: ['packages/core/src/run.ts', ...free],
    finds: (node) => node.type === 'CallExpression' && isNode(node.callee) && memberOf(node.callee) === 'make',
  },
  { says: 'console', livesIn: ['packages/cli/src/print.ts', ...free], finds: (node) => isMember(node, 'console') },
  { says: 'SQL', livesIn: ['packages/adapters-persistence/**', ...free], finds: saysSql },
  {
    says: 'the status number of a refusal',
    // Embeds depend on what other servers answer.
    livesIn: [
      'packages/core/src/interface/status.ts',
      'packages/core/src/embeds/foreign-embed.ts',
      // Answers of the interfaces to an extension.
      'packages/adapters-extensions/src/child/extension-context.ts',
      // Answers of the licence server.
      'packages/adapters-outbound/src/web-licence-server.ts',
      // Answers of the interfaces to the web application.
      'packages/desk/src/data/**',
      ...free,
    ],
    finds: saysStatus,
  },
  {
    says: 'a container of inversify',
    livesIn: ['packages/composition/**', ...free],
    finds: (node) =>
      node.type === 'NewExpression' && ['Container', 'ContainerModule'].includes(nameOf(node.callee) ?? ''),
  },
  {
    says: 'container.get',
    livesIn: ['packages/composition/src/compose.ts', ...free],
    finds: (node) => isMember(node, 'container') && /^(get|tryGet)/.test(memberOf(node) ?? ''),
  },
  {
    says: 'a timer',
    livesIn: [
      'packages/adapters-jobs/**',
      'packages/adapters-web/**',
      'packages/adapters-http/src/common/server.ts',
      'packages/adapters-http/src/events/event-stream.ts',
      // Between two pieces of a long answer it yields to other work.
      'packages/adapters-http/src/common/long-json.ts',
      // Long input is read with yields to the event loop.
      'packages/adapters-http/src/common/pacing.ts',
      'packages/adapters-node/src/pacing.ts',
      'packages/adapters-node/src/deadline-marketing-channels.ts',
      // Another process may be changing the same file.
      'packages/adapters-node/src/private-file.ts',
      // Deadlines of calls into extensions, and the watch over their processes.
      'packages/adapters-extensions/src/process/**',
      `${persistence}/unit-of-work.ts`,
      // The wait for an answer of the database is limited.
      `${persistence}/connection/answer-deadline.ts`,
      `${persistence}/connection/readiness.ts`,
      // A server of its own, which does not wait for ever, and the end of the connections to one.
      `${embedded}/**`,
      // The heartbeat of a listening connection, and the waiting of migrations for locks.
      `${persistence}/connection/listen-for-notices.ts`,
      `${persistence}/schema/lock-waits.ts`,
      `${persistence}/schema/migrating.ts`,
      `${persistence}/connection/in-time.ts`,
      // Notices of changes are at most one a second, and counters of tables are compared from time to time.
      `${persistence}/changes/paced-notices.ts`,
      `${persistence}/changes/change-announcements.ts`,
      `${persistence}/connection/storage-watch.ts`,
      'packages/composition/src/system-clock.ts',
      'packages/composition/src/schedules/schedule.ts',
      'packages/composition/src/schedules/roll-up-schedule.ts',
      'packages/composition/src/workers.ts',
      'packages/composition/src/schedules/replica-monitor.ts',
      // Messages that end by themselves, waiting for a limit, keys in sequence, and asking again.
      'packages/desk/src/kit/toast.tsx',
      'packages/desk/src/shell/**',
      'packages/desk/src/data/**',
      ...free,
    ],
    finds: (node) => timers.some((name) => callsGlobal(node, name)) || imports(node, /^(node:)?timers(\/promises)?$/),
  },
  {
    says: 'what Koa answers with',
    livesIn: ['packages/adapters-http/src/common/write-answer.ts', ...free],
    finds: (node) => node.type === 'AssignmentExpression' && isAnswerOfKoa(node.left as Node),
  },
];

const isCallTo = (node: Node, name: string): boolean =>
  nameOf(node.callee) === name || (isNode(node.callee) && memberOf(node.callee) === name);

/** Whether a node takes these members out of an object: `const { env } = process`. */
const takes = (node: Node, object: string, members: readonly string[]): boolean =>
  node.type === 'VariableDeclarator' &&
  isGlobal(node.init, object) &&
  listOf((node.id as Node).properties).some((property) => members.includes(nameOf(property.key) ?? ''));

/** Whether a node imports these names, or anything at all, from a module. */
function imports(node: Node, module: RegExp, names?: readonly string[]): boolean {
  if (node.type !== 'ImportDeclaration' || !module.test(textOf(node.source) ?? '')) return false;
  return !names || listOf(node.specifiers).some(({ imported }) => names.includes(nameOf(imported) ?? ''));
}

const isAnswerOfKoa = (node: Node): boolean =>
  ['ctx', 'context'].some((name) => isMember(node, name)) &&
  ['status', 'body', 'type', 'length'].includes(memberOf(node) ?? '');

const verbs = [
  'select\\s[^;]*\\sfrom\\s',
  'insert\\s+into\\s',
  'update\\s+[\\w."$]+\\s+set\\s',
  'delete\\s+from\\s',
  '(?:create|alter|drop)\\s+(?:table|(?:unique\\s+)?index|schema|function|trigger|extension|type|view|sequence)\\s',
  'with\\s+\\w+\\s+as\\s*\\(',
];
/** A statement in one case throughout; a sentence that begins with “Select” is none. */
const statement = new RegExp(`^\\s*(?:${[...verbs, ...verbs.map(inCapitals)].join('|')})`);

/** The words of a pattern in capitals; what follows a backslash stays. */
function inCapitals(pattern: string): string {
  return pattern.replace(/(?<!\\)\b[a-z]{2,}\b/g, (word) => word.toUpperCase());
}

function saysSql(node: Node): boolean {
  if (node.type === 'TemplateLiteral') {
    return statement.test(
      listOf(node.quasis)
        .map(({ value }) => (value as { readonly raw: string }).raw)
        .join(' x '),
    );
  }
  return node.type === 'Literal' && typeof node.value === 'string' && statement.test(node.value);
}

/** Round numbers mean a status only where something called a status is nearby; the others are always one. */
const round = [400, 500];
const refusals = new Set([
  ...[
    401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 421, 422, 423, 424, 425,
  ],
  ...[426, 428, 429, 431, 451, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511],
]);

function saysStatus(node: Node, around: readonly Node[]): boolean {
  if (node.type !== 'Literal' || typeof node.value !== 'number') return false;
  return refusals.has(node.value) || (round.includes(node.value) && around.slice(-3).some(speaksOfStatus));
}

function speaksOfStatus(node: Node): boolean {
  const parts = [node.key, node.id, node.left, node.right, node.discriminant, node.callee].filter(isNode);
  return parts.some((part) => /status|throw|refuse/i.test(nameOf(part) ?? memberOf(part) ?? ''));
}

/** Lines in a room where they do not belong. */
export const misplacedLines = (sources: readonly Parsed[], table = rooms): readonly Violation[] =>
  sources.flatMap((source) => {
    const strict = table.filter(({ livesIn }) => !fitsAny(livesIn, source.path));
    if (strict.length === 0) return [];
    return placedNodes(source.program).flatMap(([node, around]) =>
      strict
        .filter((room) => room.finds(node, around))
        .map(({ says, livesIn }) =>
          violation(source, node.start, `says ${says}: this line belongs in ${placesOf(livesIn)}`),
        ),
    );
  });

const placesOf = (livesIn: readonly string[]): string => livesIn.filter((place) => !free.includes(place)).join(' or ');

const directive = /^\s*(?:@ts-(?:expect-error|ignore|nocheck)|biome-ignore(?:-all|-start)?)\b/;
const reason = /--\s+\S+/;
/** Biome has its own place for a reason, and refuses a suppression without one. */
const reasonForBiome = /^\s*biome-ignore[^:]*:\s*(?!<)\S+\s+\S+/;

/** Suppressions and `as any` without `-- reason` on the same line. */
export const silencedLines = (sources: readonly Parsed[]): readonly Violation[] =>
  sources.flatMap((source) => {
    const lines = source.text.split('\n');
    const isExplained = (offset: number) => reason.test(lines[source.lineOf(offset) - 1] ?? '');
    const comments = source.comments.filter(
      ({ value, start }) => directive.test(value) && !isExplained(start) && !reasonForBiome.test(value),
    );
    const casts = placedNodes(source.program)
      .map(([node]) => node)
      .filter(
        ({ type, typeAnnotation }) => ['TSAsExpression', 'TSTypeAssertion'].includes(type) && isAny(typeAnnotation),
      )
      .filter(({ end }) => !isExplained(end));
    return [...comments, ...casts].map(({ start }) =>
      violation(source, start, 'silences the compiler or the linter without “-- reason” on the same line'),
    );
  });

const isAny = (type: unknown): boolean => isNode(type) && type.type === 'TSAnyKeyword';
