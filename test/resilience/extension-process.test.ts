import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { ExtensionAnswer } from '@backroom/adapters-extensions';
import { DomainError } from '@backroom/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExtensionFolders } from '../support/extensions/extension-folders.ts';
import { callRoute, extensionProcesses, withRoutes } from '../support/extensions/processes.ts';

let folders: ExtensionFolders;
const { start, endAll } = extensionProcesses();

beforeAll(async () => {
  folders = await ExtensionFolders.make();
});
afterAll(async () => {
  await endAll();
  await folders.remove();
});

describe('the process of an extension', () => {
  it('declares, answers, calls the server and logs', async () => {
    const folder = await folders.write(
      'plain',
      withRoutes({
        sum: `context.log.info('asked'); return { sum: params.a + 1, shop: await context.shop.get('/x') };`,
      }),
    );
    const started = await start(folder, {
      serve: async (service, input) => ({ status: 200, headers: {}, body: { service, input } }),
    });
    expect(await callRoute(started, 0, { a: 1 })).toEqual({
      sum: 2,
      shop: { service: 'shop', input: { method: 'GET', path: '/x', query: {} } },
    });
    expect(started.log()).toContain('info: asked');
    await started.process.end();
    expect(await started.ended).toBeUndefined();
  });

  it('passes refusals of the server to the extension, and those of the extension to the server', async () => {
    const folder = await folders.write(
      'refusing',
      withRoutes({
        own: `throw new ExtensionRefusal('not_there', 'There is none.');`,
        server: `try { await context.store.get('a'); } catch (error) { return [error.name, error.code, error.message]; }`,
        plain: `throw new Error('broken');`,
      }),
    );
    const started = await start(folder, {
      serve: async () => {
        throw new DomainError('invalid', 'too_long', 'The key is too long.');
      },
    });
    await expect(callRoute(started, 0)).rejects.toMatchObject({ refusal: { code: 'not_there' } });
    expect(await callRoute(started, 1)).toEqual(['ExtensionRefusal', 'too_long', 'The key is too long.']);
    await expect(callRoute(started, 2)).rejects.toMatchObject(new ExtensionAnswer({ message: 'broken' }));
  });

  it.each([
    ['an endless loop', 'for (;;) {}', 'did not answer within 5 seconds'],
    ['a promise that never ends', 'return new Promise(() => {});', 'did not answer within 5 seconds'],
    ['an exit', 'process.exit(3);', 'ended by itself with code 3'],
    [
      'an error outside of the call',
      `setTimeout(() => { throw new Error('late'); }); await new Promise(() => {});`,
      'late',
    ],
    ['a rejection that is not handled', `Promise.reject(new Error('lost')); await new Promise(() => {});`, 'lost'],
    [
      'a line that is no message',
      `(await import('node:fs')).writeSync(3, 'nonsense\\n'); await new Promise(() => {});`,
      'sent a malformed message',
    ],
  ])('ends after %s, and refuses the calls in flight', async (_, body, reason) => {
    const folder = await folders.write('failing', withRoutes({ fail: body }));
    const started = await start(folder);
    await expect(callRoute(started, 0)).rejects.toMatchObject({ code: 'extension_unavailable' });
    expect(await started.ended).toContain(reason);
    await expect(callRoute(started, 0)).rejects.toMatchObject({ code: 'extension_unavailable' });
  });

  it.each([
    ['refusal', '{"type":"refusal","id":1}'],
    ['refusal', '{"type":"refusal","id":1,"refusal":{"message":{"toString":1}}}'],
    ['log', '{"type":"log","level":"info","message":{"toString":1}}'],
    ['log', '{"type":"log","level":{"toString":1},"message":"x"}'],
    ['not loaded', '{"type":"not loaded","message":{"toString":1}}'],
    ['ask', '{"type":"ask","id":{},"service":"__proto__"}'],
    ['unknown type', '{"type":"constructor"}'],
    ['list', '[]'],
  ])('ends after a malformed message (%s: %s)', async (_, line) => {
    const folder = await folders.write(
      'malformed',
      withRoutes({
        one: `(await import('node:fs')).writeSync(3, ${JSON.stringify(`${line}\n`)}); await new Promise(() => {});`,
      }),
    );
    const started = await start(folder);
    await expect(callRoute(started, 0)).rejects.toMatchObject({ code: 'extension_unavailable' });
    expect(await started.ended).toBe('sent a malformed message');
  });

  it('bounds texts that the extension sends past its context', async () => {
    const long = JSON.stringify({ type: 'log', level: 'info', message: 'y'.repeat(500_000) });
    const refusal = JSON.stringify({ type: 'refusal', id: 1, refusal: { message: 'z'.repeat(500_000) } });
    const folder = await folders.write(
      'long-texts',
      withRoutes({
        one: `const { writeSync } = await import('node:fs'); for (const line of ${JSON.stringify([long, refusal])}) for (let at = 0; at < line.length + 1; ) { try { at += writeSync(3, (line + '\\n').slice(at)); } catch (error) { if (error.code !== 'EAGAIN') throw error; } } await new Promise(() => {});`,
      }),
    );
    const started = await start(folder);
    const error = await callRoute(started, 0).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ExtensionAnswer);
    expect((error as Error).message).toHaveLength(2_000);
    expect(started.log().length).toBeLessThan(5_000);
  });

  it('ends after an endless loop outside of any call', async () => {
    const folder = await folders.write(
      'looping',
      `setTimeout(() => { for (;;) {} }, 100); export default defineExtension({});`,
    );
    expect(await (await start(folder)).ended).toBe('did not react for 5 seconds');
  });

  it.each([
    ['Buffers', 'const kept = []; setInterval(() => kept.push(Buffer.alloc(4_000_000, 1)), 10);'],
    ['objects', 'const kept = []; setInterval(() => { for (let i = 0; i < 100_000; i += 1) kept.push({ i }); }, 5);'],
  ])('ends when it uses more than 128 MiB of memory for %s', async (_, source) => {
    const folder = await folders.write('eating', `${source} export default defineExtension({});`);
    expect(await (await start(folder)).ended).toMatch(/used more than 128 MiB of memory|used up its memory/);
  });

  it('ends when it floods its channel, and the server has read a bounded number of messages', async () => {
    const folder = await folders.write(
      'flooding',
      `export default defineExtension({ activate(given) { setInterval(() => { for (let i = 0; i < 5_000; i += 1) given.log.info('x'.repeat(500)); }, 1); } });`,
    );
    const started = await start(folder);
    await started.process.call('activate', {});
    expect(await started.ended).toMatch(/sent more than 240 messages or 8 MiB a second|memory/);
    expect(started.log().split('info: ').length).toBeLessThan(240 * 10);
  });

  it('ends when its messages are large, of which the server has read a bounded number of bytes', async () => {
    const folder = await folders.write(
      'flooding-widely',
      `export default defineExtension({ activate({ store }) { setInterval(() => { store.set('k', 'x'.repeat(1_000_000)).catch(() => 0); }, 5); } });`,
    );
    let bytes = 0;
    const started = await start(folder, {
      asksPerSecond: 1_000,
      serve: async (_, { value }: { readonly value: string }) => {
        bytes += value.length;
      },
    });
    const since = performance.now();
    await started.process.call('activate', {});
    expect(await started.ended).toMatch(/sent more than 240 messages or 8 MiB a second|memory/);
    // The message that fills a second, and one after each pause of a fifth of a second.
    expect(bytes / ((performance.now() - since) / 1_000 + 1)).toBeLessThan(14_000_000);
  });

  it.runIf(process.platform === 'linux')('has the lowest priority with all its threads', async () => {
    const folder = await folders.write('working', withRoutes({ pid: 'return process.pid;' }));
    const started = await start(folder);
    const pid = (await callRoute(started, 0)) as number;
    const threads = readdirSync(`/proc/${pid}/task`).map(Number);
    expect(threads.length).toBeGreaterThan(1);
    expect(new Set(threads.map((thread) => getPriority(thread)))).toEqual(new Set([19]));
  });

  it.runIf(process.platform === 'linux')('is refused memory beyond a limit of the kernel', async () => {
    const folder = await folders.write(
      'greedy',
      withRoutes({ one: `return Buffer.alloc(4_000_000_000).length;`, two: `return 'fine';` }),
    );
    const started = await start(folder);
    await expect(callRoute(started, 0)).rejects.toMatchObject({ message: expect.stringMatching(/allocation failed/) });
    expect(await callRoute(started, 1)).toBe('fine');
  });

  it('continues when it prints without end, of which little is kept', async () => {
    const folder = await folders.write(
      'printing',
      withRoutes({ one: `return 'fine';` }, `setInterval(() => console.log('y'.repeat(100_000)), 1);`),
    );
    const started = await start(folder);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await callRoute(started, 0)).toBe('fine');
    expect(started.log().length).toBeLessThan(4 * 20 * 4_000);
    await started.process.end();
  });

  it('answers 60 requests a second, and refuses the others', async () => {
    const folder = await folders.write(
      'asking',
      withRoutes({
        many: `const all = await Promise.allSettled(Array.from({ length: 100 }, () => context.store.get('a'))); return all.map(({ status, reason }) => reason?.code ?? status);`,
      }),
    );
    const answers = (await callRoute(await start(folder), 0)) as string[];
    expect(answers.filter((each) => each === 'fulfilled')).toHaveLength(60);
    expect(answers.filter((each) => each === 'rate_limited')).toHaveLength(40);
  });

  it('has no environment, no files but its own, no signals and no programs', async () => {
    const secret = join(folders.root, 'secret.txt');
    await writeFile(secret, 'secret');
    const attempt = (code: string) =>
      `(async () => { try { return await (${code}); } catch (error) { return error.code ?? error.message; } })()`;
    const attempts = [
      'Object.keys(process.env)',
      `(await import('node:fs')).readFileSync(${JSON.stringify(secret)}, 'utf8')`,
      `(await import('node:fs')).readFileSync('/proc/' + process.ppid + '/environ', 'utf8')`,
      `(await import('node:fs')).writeFileSync('here.txt', 'x')`,
      `process.kill(process.ppid, 'SIGKILL')`,
      `(await import('node:process')).kill(process.ppid, 'SIGKILL')`,
      `(await import('node:child_process')).execSync('id')`,
      `new (await import('node:worker_threads')).Worker('', { eval: true })`,
      `(await import('node:fs')).readFileSync('package.json', 'utf8').length > 0`,
      `(await import('@backroom/core')).toString()`,
    ];
    const folder = await folders.write(
      'reading',
      withRoutes({
        all: `return [${attempts.map(attempt).join(',')}].reduce(async (all, each) => [...await all, await each], []);`,
      }),
    );
    const started = await start(folder);
    const noSignals = 'process.kill is not available to extensions.';
    expect(await callRoute(started, 0)).toEqual([
      [],
      ...Array(3).fill('ERR_ACCESS_DENIED'),
      noSignals,
      noSignals,
      ...Array(2).fill('ERR_ACCESS_DENIED'),
      true,
      expect.stringMatching(/ERR_/),
    ]);
    expect(existsSync(join(folder, 'here.txt'))).toBe(false);
  });

  it('reaches no server by itself where Node guards the network', async () => {
    const folder = await folders.write(
      'connecting',
      withRoutes({
        one: `try { await fetch('http://127.0.0.1:8099/'); return 'reached'; } catch (error) { return error.cause?.code ?? error.message; }`,
      }),
    );
    const isGuarded = process.allowedNodeEnvironmentFlags.has('--allow-net');
    expect(await callRoute(await start(folder), 0)).toBe(isGuarded ? 'ERR_ACCESS_DENIED' : 'ECONNREFUSED');
  });

  it.each([
    ['throws', `throw new Error('not today');`, 'not today'],
    ['exports nothing', `export const other = 1;`, 'The entry module has no default export.'],
    ['loops', 'for (;;) {}', 'did not load within 15 seconds'],
    ['is no program', 'export default {{{', 'Unexpected token'],
  ])('reports why an extension that %s at load cannot be loaded', async (_, source, reason) => {
    const folder = await folders.write('unloadable', source);
    await expect(start(folder)).rejects.toThrow(reason);
  });

  it('answers calls in flight before it ends, and refuses later ones', async () => {
    const folder = await folders.write(
      'slow',
      withRoutes({ slow: `await new Promise((resolve) => setTimeout(resolve, 500)); return 'done';` }),
    );
    const started = await start(folder);
    const slow = callRoute(started, 0);
    const end = started.process.end();
    await expect(callRoute(started, 0)).rejects.toMatchObject({ code: 'extension_unavailable' });
    expect(await slow).toBe('done');
    await end;
  });
});
