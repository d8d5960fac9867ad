import { describe, expect, it } from 'vitest';
import { misplacedLines, rooms, silencedLines } from './rules/rooms.ts';
import { allParsed, linesOf, parse } from './rules/sources.ts';

const misplaced = (text: string, path = 'packages/core/src/identity/user.ts') =>
  linesOf(misplacedLines([parse({ path, text })]));
const silenced = (text: string) => silencedLines([parse({ path: 'packages/core/src/a.ts', text })]);

describe('every line in its room', () => {
  it('is kept by every source', () => {
    expect(linesOf(misplacedLines(allParsed()))).toEqual([]);
  });

  it.each([
    ['process.env', 'const a = process.env.PORT;'],
    ['process.env', "const a = process['env'];"],
    ['process.env', 'const a = globalThis.process.env;'],
    ['process.env', 'const { env } = process;'],
    ['process.env', "import { env } from 'node:process';"],
    ['the present time', 'const a = new Date();'],
    ['the present time', 'const a = Date.now();'],
    ['the present time', 'const a = Date();'],
    ['the present time', 'const a = [1].map(Date.now);'],
    ['the present time', 'const a = Temporal.Now.instant();'],
    ['a stopwatch', 'const a = performance.now();'],
    ['a stopwatch', 'const a = process.hrtime.bigint();'],
    ['randomness', 'const a = Math.random();'],
    ['randomness', 'const a = crypto.randomUUID();'],
    ['randomness', "import { randomBytes } from 'node:crypto';"],
    ['randomness', 'crypto.getRandomValues(a);'],
    ['fetch(…)', "const a = await fetch('http://a');"],
    ['fetch(…)', "const a = await globalThis.fetch('http://a');"],
    ['the run of a use case', 'createItem.make(ports)(actor, input, context);'],
    ['console', "console.log('a');"],
    ['SQL', 'const a = `select id from users where id = 1`;'],
    ['SQL', "const a = 'DELETE FROM users WHERE id = 1';"],
    ['SQL', 'const a = sql`\n  insert into users (id) values (1)`;'],
    ['SQL', 'const a = \'update "user" set name = 1\';'],
    ['SQL', "const a = 'create unique index a on b (c)';"],
    ['SQL', `const a = \`select \${column} from \${table} where id = 1\`;`],
    ['the status number of a refusal', 'ctx.throw(404);'],
    ['the status number of a refusal', 'if (response.status === 500) stop();'],
    ['the status number of a refusal', 'const a = { status: 400 };'],
    ['the status number of a refusal', 'const a = 422;'],
    ['a container of inversify', 'const a = new Container();'],
    ['a container of inversify', 'const a = new ContainerModule(() => {});'],
    ['container.get', 'const a = container.get(Core);'],
    ['container.get', 'const a = await container.getAsync(Core);'],
    ['a timer', 'setTimeout(() => {}, 5);'],
    ['a timer', 'globalThis.setInterval(a, 5);'],
    ['a timer', "import { setTimeout as wait } from 'node:timers/promises';"],
    ['what Koa answers with', 'ctx.status = code;'],
    ['what Koa answers with', 'ctx.body = {};'],
  ])('refuses %s in %s', (says, text) => {
    expect(misplaced(text)).toEqual([
      expect.stringMatching(`says ${says.replace(/[().]/g, '\\$&')}: this line belongs in `),
    ]);
  });

  it.each([
    ['a comment', '// process.env, new Date(), fetch(), 404'],
    ['a text', "const a = 'new Date() is for the clock, console.log for print.ts';"],
    ['a date of something', 'const a = new Date(0);'],
    ['a limit that is a round number', 'const a = { maximum: 500, most: 400 };'],
    ['a sentence that begins with Select', "const a = 'Select an item from the list.';"],
    ['a sentence about tables', "const a = 'Create a table for the guests.';"],
    ['a method called fetch', 'const a = store.fetch(1);'],
    ['a property called console', 'const a = { console: 1 };'],
    ['a status that is read', 'log(ctx.status);'],
  ])('accepts %s', (_, text) => {
    expect(misplaced(text)).toEqual([]);
  });

  it.each(rooms.map(({ says, livesIn }) => [says, livesIn] as const))('has a room for %s', (_, livesIn) => {
    expect(livesIn.filter((place) => place.startsWith('packages/'))).not.toEqual([]);
  });

  it('accepts a line in its room', () => {
    expect(misplaced('const a = process.env;', 'packages/composition/src/settings/settings.ts')).toEqual([]);
    expect(misplaced('const a = new Date();', 'packages/composition/src/system-clock.ts')).toEqual([]);
  });
});

describe('what silences the compiler or the linter', () => {
  it('gives its reason on the same line everywhere', () => {
    expect(linesOf(silencedLines(allParsed()))).toEqual([]);
  });

  it.each([
    'const a = b as any;',
    'const a = <any>b;',
    '// @ts-expect-error\nconst a = 1;',
    '// @ts-ignore\nconst a = 1;',
    '/* @ts-nocheck */',
    '// @ts-expect-error --\nconst a = 1;',
    '// biome-ignore lint/a/b:\nconst a = 1;',
    '// biome-ignore lint/a/b: <explanation>\nconst a = 1;',
    '// -- a reason on the line before\nconst a = b as any;',
  ])('is refused without one: %j', (text) => {
    expect(silenced(text)).toHaveLength(1);
  });

  it.each([
    'const a = b as any; // -- the library has no type for it',
    '// @ts-expect-error -- the parameter does not fit on purpose\nconst a = 1;',
    '// biome-ignore lint/a/b: -- the name is given by the library\nconst a = 1;',
    '// biome-ignore lint/a/b: the name is given by the library\nconst a = 1;',
    "const a = 'as any, @ts-ignore';",
    'const a = b as unknown;',
  ])('is accepted with one: %j', (text) => {
    expect(silenced(text)).toEqual([]);
  });
});
