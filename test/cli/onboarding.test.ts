import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, SettingsError } from '@backroom/composition';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataTemplate, serving } from './terminal.ts';

const aTask = { id: 'count-stock', listId: 'setup', title: 'Count the stock', content: 'Once.' };

describe('onboarding', () => {
  let template: Awaited<ReturnType<typeof dataTemplate>>;
  let server: Awaited<ReturnType<typeof serving>>;
  beforeAll(async () => {
    template = await dataTemplate();
    server = await serving(await template.copy('onboarding'));
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await template?.[Symbol.asyncDispose]();
  });

  it('lists tasks, and hides lists', async () => {
    const { out } = await server.run(['onboarding', 'tasks']);
    expect(out.split('\n')[0]).toMatch(/^list +task +title +state$/);
    expect(out).toMatch(/^setup +products +Add products +open$/m);
    expect((await server.run(['onboarding', 'hide', 'setup', '--json'])).json()).toEqual({
      id: 'setup',
      is_hidden: true,
    });
    const listed = async () => (await server.run(['onboarding', 'tasks', '--json'])).json();
    expect(await listed()).toMatchObject([{ id: 'setup', is_hidden: true, tasks: [] }, {}, {}]);
    expect((await server.run(['onboarding', 'unhide', 'setup'])).out).toBe('The list setup is shown.\n');
    expect(await listed()).toMatchObject([{ is_hidden: false, tasks: { length: 8 } }, {}, {}]);
    expect((await server.run(['onboarding', 'hide', 'nope'])).code).toBe(2);
  });
});

describe('ONBOARDING_TASKS_FILE', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'backroom-tasks-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const reading = (text: string) => {
    const ONBOARDING_TASKS_FILE = join(folder, 'tasks.json');
    writeFileSync(ONBOARDING_TASKS_FILE, text);
    return readSettings({ ONBOARDING_TASKS_FILE }).onboardingTasks;
  };

  it('is not needed', () => {
    expect(readSettings({}).onboardingTasks).toEqual([]);
  });

  it('is a list of tasks', () => {
    expect(reading(JSON.stringify([aTask]))).toEqual([aTask]);
    expect(reading('[]')).toEqual([]);
  });

  it.each(['no json', '{}', '[1]', JSON.stringify([{ ...aTask, id: 'A' }]), JSON.stringify([aTask, aTask])])(
    'is refused with %s in it',
    (text) => {
      expect(() => reading(text)).toThrow(SettingsError);
      expect(() => reading(text)).toThrow(/ONBOARDING_TASKS_FILE must name a JSON file with a list of tasks/);
    },
  );

  it('must be there where it is named', () => {
    expect(() => readSettings({ ONBOARDING_TASKS_FILE: join(folder, 'none.json') })).toThrow(SettingsError);
  });
});
