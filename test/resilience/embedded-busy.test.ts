import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { launch, launchServer } from '../cli/processes.ts';
import { dataTemplate } from '../cli/terminal.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

describe('a server on the embedded database', () => {
  let template: Awaited<ReturnType<typeof dataTemplate>>;
  beforeAll(async () => {
    template = await dataTemplate();
  });
  afterAll(() => template?.[Symbol.asyncDispose]());

  it('is ready during an import, answers 503 with Retry-After to requests that wait too long, and logs no failure', async () => {
    const folder = await template.copy('busy');
    const password = 'first-light-over-harbour';
    await using server = await launchServer({
      ...{ DATA_DIR: folder, LOG_LEVEL: 'error', LOGIN_MIN_MS: '0' },
      ...{ BOOTSTRAP_ADMIN_USERNAME: 'ada', BOOTSTRAP_ADMIN_PASSWORD: password },
    });
    const look = async (path: string) => {
      const since = performance.now();
      const answer = await fetch(`${server.url}${path}`);
      return { status: answer.status, millis: performance.now() - since };
    };
    const signIn = () =>
      fetch(`${server.url}/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'ada', password }),
      });
    const categories = Array.from({ length: 1_500 }, (_, index) =>
      JSON.stringify({
        kind: 'category',
        id: index + 1,
        name: `Category ${index + 1}`,
        slug: `category-${index + 1}`,
        parent_id: null,
      }),
    );
    const input = new PassThrough();
    await using importing = launch(['import', '-'], { environment: { DATA_DIR: folder }, input });
    // The unit of work of the import stays open until the rest of the file arrives.
    input.write(`${categories.slice(0, 1_200).join('\n')}\n`);
    let refused = await signIn();
    while (refused.status === 200) refused = await signIn();
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'busy' });
    expect(refused.headers.get('retry-after')).toBe('5');
    // Every schedule of the server has a turn within this time, and waits for the connection.
    for (const since = performance.now(); performance.now() - since < 11_000; await wait(500)) {
      const { status, millis } = await look('/health/ready');
      expect(status).toBe(200);
      expect(millis).toBeLessThan(2_000);
    }
    input.end(`${categories.slice(1_200).join('\n')}\n`);
    const { code, err } = await importing.ended;
    expect(code, err).toBe(0);
    expect((await signIn()).status).toBe(200);
    expect(
      server
        .said()
        .err.split('\n')
        .filter((line) => line.startsWith('{')),
    ).toEqual([]);
  });
});
