import type { Job } from '@backroom/core/jobs';
import { NOON } from '@backroom/testing/builders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchJobs } from '../../packages/cli/src/watch-jobs.ts';
import { backroom, dataTemplate, serving } from './terminal.ts';

const aJob = (changes: Partial<Job> = {}): Job => ({
  ...{ id: '0190b2a4-5c1d-4c3e-9f0a-2f6d1f0c7a55', kind: 'export', key: null, userId: 1, input: {}, state: 'running' },
  ...{ place: null, done: 300, total: 1_200, result: null, failures: 0, error: null, priority: 0, notBefore: null },
  ...{ createdAt: NOON, startedAt: NOON, endedAt: null, run: 1, isSettled: false },
  ...changes,
});

/** Watches jobs with these states at each poll, and returns the output. */
async function watched(looks: readonly (readonly Job[])[], isTTY: boolean) {
  const said: string[] = [];
  const print = { say: (line: string) => said.push(line), progress: (line: string) => isTTY && said.push(`~${line}`) };
  const context = { print, terminal: { stderr: { isTTY } } } as unknown as Parameters<typeof watchJobs>[0];
  const left = [...looks];
  await watchJobs(context, async () => left.shift() ?? []);
  return said;
}

describe('jobs watch', () => {
  const error = { code: 'mail_refused', message: 'No.' };

  it('prints one line for each change without a terminal', async () => {
    const looks = [
      [aJob()],
      [aJob()],
      [aJob({ done: 600 })],
      [aJob({ state: 'failed', done: 600, failures: 3, error })],
    ];
    expect(await watched(looks, false)).toEqual([
      'export 0190b2a4 running [######------------------] 25 % 300/1200',
      'export 0190b2a4 running [############------------] 50 % 600/1200',
      'export 0190b2a4 failed [############------------] 50 % 600/1200 (mail_refused)',
    ]);
  });

  it('draws a bar on a terminal, and prints the outcome', async () => {
    const waiting = aJob({ id: 'other', state: 'waiting', done: 0, total: null });
    const looks = [[waiting, aJob()], [aJob({ state: 'done', done: 1_200 })]];
    expect(await watched(looks, true)).toEqual([
      '~export 0190b2a4 running [######------------------] 25 % 300/1200  and 1 more',
      '~',
      'export 0190b2a4 done [########################] 100 % 1200/1200',
    ]);
  });
});

describe('jobs of the command line', () => {
  let template: Awaited<ReturnType<typeof dataTemplate>>;
  let server: Awaited<ReturnType<typeof serving>>;
  beforeAll(async () => {
    template = await dataTemplate();
    server = await serving(await template.copy('jobs'));
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await template?.[Symbol.asyncDispose]();
  });

  it('are listed through the server that has the data', async () => {
    const { code, err, json } = await server.run(['jobs', 'list', '--state', 'failed', '--json']);
    expect({ code, err, list: json() }).toEqual({ code: 0, err: '', list: [] });
  });

  it.each(['show', 'retry', 'cancel', 'hasten'])('are not there: %s', async (word) => {
    const { code, problem } = await server.run(['jobs', word, 'none', '--json']);
    expect({ code, problem: problem().code }).toEqual({ code: 3, problem: 'job_not_found' });
  });

  it('are all over when none waits', async () => {
    expect(await server.run(['jobs', 'watch'])).toMatchObject({ code: 0, out: '' });
  });

  it('are worked on by the server itself where the data is embedded', async () => {
    const environment = { DATA_DIR: await template.copy('work') };
    const { code, problem } = await backroom(['work', '--json'], { environment });
    expect({ code, problem: problem().code }).toEqual({ code: 4, problem: 'workers_need_a_server' });
  });
});
