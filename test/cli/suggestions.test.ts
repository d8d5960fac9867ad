import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backroom, dataTemplate, temporaryFolder } from './terminal.ts';

let template: Awaited<ReturnType<typeof dataTemplate>>;
beforeAll(async () => {
  template = await dataTemplate();
});
afterAll(() => template?.[Symbol.asyncDispose]());

const families = [
  ['suggestions', 'SUGGESTIONS_URL', '{"payments":[{"id":"invoice","title":"Invoice"}]}', 'suggestions_invalid'],
  [
    'knowledge-base',
    'KNOWLEDGE_BASE_URL',
    '[{"title":"Sell more","date":"2026-05-01","link":"https://shop.example/more","author_name":"Ada"}]',
    'knowledge_base_invalid',
  ],
] as const;

describe.each(families)('backroom %s', (family, variable, text, fault) => {
  it('checks a file, reads it again, and keeps the last good copy', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'document.json');
    const environment = { DATA_DIR: await template.copy(family), [variable]: path };
    await writeFile(path, text);
    expect((await backroom([family, 'check', path])).code).toBe(0);
    const refreshed = await backroom([family, 'refresh', '--json'], { environment });
    expect([refreshed.code, refreshed.json()]).toMatchObject([0, { fault: null }]);
    await writeFile(path, '{"version":"x"}');
    const wrong = await backroom([family, 'check', path]);
    expect(wrong.code).toBe(5);
    const refused = await backroom([family, 'refresh', '--json'], { environment });
    expect([refused.code, refused.json()]).toMatchObject([7, { fault }]);
    expect((await backroom([family, 'status', '--json'], { environment })).json()).toMatchObject({ fault });
  });

  it('refuses a file that is missing', async () => {
    const { code, err } = await backroom([family, 'check', '/nowhere.json']);
    expect([code === 0, err]).toEqual([false, expect.stringContaining('nowhere.json')]);
  });
});
