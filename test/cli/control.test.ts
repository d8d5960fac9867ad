import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listenPrivately } from '@backroom/adapters-http';
import { ControlClient } from '@backroom/adapters-http/control';
import { type Application, compose, readSettings } from '@backroom/composition';
import type { Progress, ProgressListener } from '@backroom/core';
import { createUser, listUsers, revokeAllTokens } from '@backroom/core/identity';
import { exportRecords, importRecords, type RecordsReport } from '@backroom/core/interchange';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decodeValue, encodeValue } from '../../packages/adapters-http/src/control/values.ts';
import { remoteBackend } from '../../packages/composition/src/control/backend.ts';
import { controlApp } from '../../packages/composition/src/control/control-app.ts';
import { sqlOf } from '../support/persistence.ts';
import { backroom, dataTemplate, temporaryFolder } from './terminal.ts';

vi.setConfig({ testTimeout: 60_000 });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let template: Awaited<ReturnType<typeof dataTemplate>>;
let application: Application;
let listening: Awaited<ReturnType<typeof listenPrivately>>;
const logged: unknown[] = [];
const path = () => join(folder.path, 'control.sock');
const connected = () => remoteBackend(new ControlClient(() => createConnection(path()), 'ann é'), 'http://localhost');

beforeAll(async () => {
  folder = await temporaryFolder();
  template = await dataTemplate();
  const settings = readSettings({ DATA_DIR: await template.copy('control'), LOG_LEVEL: 'silent' });
  application = await compose(settings);
  const log = { ...application.log, error: (...words: unknown[]) => void logged.push(words) };
  listening = await listenPrivately(controlApp({ ...application, log }), path());
});
afterAll(async () => {
  await listening?.close();
  await application?.close();
  await template?.[Symbol.asyncDispose]();
  await folder?.[Symbol.asyncDispose]();
});

const category = (id: number) => JSON.stringify({ kind: 'category', id, name: `C ${id}`, slug: `c-${id}` });
const categories = async (): Promise<number> => {
  const actor = await application.actor('embedded');
  return countOf(await application.core.interchange.exportRecords(actor, {}));
};

async function countOf(lines: AsyncIterable<string>): Promise<number> {
  let count = 0;
  for await (const line of lines) if (line.includes('"category"')) count += 1;
  return count;
}

/** Lines of a file, how many were read, and a file that stays open after them. */
function source(lines: Iterable<string>, staysOpen = false) {
  const read = { count: 0 };
  const open = async function* () {
    for (const line of lines) {
      read.count += 1;
      yield line;
    }
    if (staysOpen) await wait(30_000, undefined, { ref: false });
  };
  return { read, open };
}

describe('values of use cases', () => {
  it.each([
    [new Date('2026-11-23T00:00:00.123Z')],
    [12345678901234567890n],
    [{ a: [new Date(0), { b: null, c: 'x\u2028y' }] }],
    [{ $date: 'no date' }],
    [{ $object: { $bigint: '1' } }],
    [{ $date: 'x', other: 1 }],
    ['text'],
    [undefined],
  ])('arrive as they were sent', (value) => {
    expect(decodeValue(encodeValue({ value }))).toEqual({ value });
  });

  it.each([[new Map()], [new Set()], [() => 1], [/x/]])('are refused where JSON has no form for them: %s', (value) => {
    expect(() => encodeValue({ value })).toThrow(TypeError);
  });
});

describe('a command over the socket', () => {
  it('gets the result of the use case, with its dates', async () => {
    const backend = connected();
    const query = { page: 1, perPage: 10, includeSystem: true };
    const own = await application.core.identity.listUsers(await application.actor('embedded'), query);
    expect(await backend.run(listUsers, query)).toEqual(own);
    expect(own.entries[0]?.createdAt).toBeInstanceOf(Date);
    await backend.close();
  });

  it('gets refusals with their details, and is recorded with its operator', async () => {
    const backend = connected();
    await expect(backend.run(createUser, { username: 'a', role: 'member', password: 'x' })).rejects.toMatchObject({
      name: 'DomainError',
      kind: 'invalid',
      details: { fields: [expect.objectContaining({ path: ['password'] })] },
    });
    await backend.run(createUser, { username: 'erna', role: 'member' });
    const actor = await application.actor('embedded');
    const { entries } = await application.core.audit.listAuditEntries(actor, { page: 1, perPage: 1 });
    expect(entries[0]).toMatchObject({ action: 'user.create', actorUsername: 'cli:ann é' });
    await expect(backend.run(listUsers, { page: 1, perPage: 10 }, { as: 'nobody' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await backend.close();
  });

  it('gets nothing where there is no result, and an empty stream', async () => {
    const backend = connected();
    expect(await backend.run(revokeAllTokens, {})).toBeUndefined();
    expect(await countOf(await backend.run(exportRecords, {}))).toBe(0);
    await backend.close();
  });

  it('does not get the cause of a failure, which is only in the log', async () => {
    const client = new ControlClient(() => createConnection(path()), 'ann');
    await expect(client.run('identity.noSuch', {}, {})).rejects.toThrow('its log says why');
    expect(String(logged.splice(0))).toContain('There is no use case identity.noSuch.');
    client.close();
  });

  it('receives the phases of an import', async () => {
    const backend = connected();
    const heard: Progress[] = [];
    const onProgress: ProgressListener = (progress) => void heard.push(progress);
    const report = (await backend.run(importRecords, {
      open: source([category(1), category(2)]).open,
      onError: 'stop',
      onProgress,
    })) as RecordsReport;
    expect(report).toMatchObject({ stored: 2, kept: true });
    expect(heard.at(-1)?.stage).toMatch(/committing|recomputing/);
    await backend.close();
  });
});

describe('an import over the socket', () => {
  it('sends no more than the server reads', async () => {
    const backend = connected();
    const lines = Array.from({ length: 60_000 }, (_, id) => category(id + 1_000).padEnd(1_000, ' '));
    const { read, open } = source(lines);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const held = sqlOf(application.database)
      .kysely()
      .transaction()
      .execute(() => released);
    const controller = new AbortController();
    const importing = backend.run(importRecords, { open, onError: 'stop' }, { signal: controller.signal });
    importing.catch(() => {});
    await wait(1_000);
    expect(read.count).toBeLessThan(30_000);
    controller.abort();
    release();
    await held;
    await expect(importing).rejects.toThrow();
    await backend.close();
  });

  it('ends the upload with an early answer', async () => {
    const backend = connected();
    const lines = (function* () {
      yield 'no JSON';
      for (let id = 0; id < 400_000; id += 1) yield category(id).padEnd(1_000, ' ');
    })();
    const { read, open } = source(lines);
    expect(await backend.run(importRecords, { open, onError: 'stop' })).toMatchObject({ failed: 1, kept: false });
    expect(read.count).toBeLessThan(100_000);
    await backend.close();
  });

  it.each<[string, (end: { readonly controller: AbortController; close(): Promise<void> }) => void]>([
    ['interrupted', ({ controller }) => controller.abort()],
    ['cut off', ({ close }) => void close()],
  ])('that is %s keeps nothing, and is no error of the server', async (_, end) => {
    const before = await categories();
    const backend = connected();
    const controller = new AbortController();
    const { open } = source(
      Array.from({ length: 3_000 }, (_, id) => category(id + 5_000)),
      true,
    );
    const { promise: started, resolve } = Promise.withResolvers<void>();
    const input = { open, onError: 'stop' as const, onProgress: () => resolve() };
    const importing = backend.run(importRecords, input, { signal: controller.signal });
    importing.catch(() => {});
    await started;
    end({ controller, close: () => backend.close() });
    await expect(importing).rejects.toThrow();
    expect(await categories()).toBe(before);
    expect(logged).toEqual([]);
    await backend.close();
  });

  it('that was interrupted before it began keeps nothing', async () => {
    const backend = connected();
    const { open, read } = source([category(1)], true);
    const importing = backend.run(importRecords, { open, onError: 'stop' }, { signal: AbortSignal.abort() });
    await expect(importing).rejects.toThrow('interrupted');
    expect(read.count).toBe(0);
    await backend.close();
  });

  it('fails with the fault of its file', async () => {
    const backend = connected();
    const open = async function* () {
      yield category(1);
      throw new Error('The disk is gone.');
    };
    await expect(backend.run(importRecords, { open, onError: 'stop' })).rejects.toThrow('The disk is gone.');
    await backend.close();
  });
});

describe('a server of another version', () => {
  it('is named, with 7', async () => {
    const data = join(folder.path, 'other');
    await mkdir(data);
    const server = createServer((_, response) => void response.end('{"version":"0.9.0"}'));
    server.listen(join(data, 'backroom.sock'));
    await once(server, 'listening');
    await writeFile(join(data, 'backroom.socket'), join(data, 'backroom.sock'));
    const ended = await backroom(['users', 'list', '--json'], { environment: { DATA_DIR: data } });
    server.close();
    await rm(join(data, 'backroom.socket'));
    expect([ended.code, ended.problem()]).toMatchObject([
      7,
      { code: 'other_version', detail: expect.stringMatching(/version 0\.9\.0, .* 1\.4\.1\. Restart the server/) },
    ]);
  });
});
