import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBackroom } from '@backroom/composition';
import { readDecimal } from '@backroom/core';
import { describe, expect, it } from 'vitest';
import { keepsCompiled } from '../support/compiled.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = fileURLToPath(new URL('../support/from-sources.ts', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What the program left in the folder it was started in. */
  readonly files: readonly string[];
}

/** Runs a program by itself, in an empty folder, until it ends on its own. */
async function run(path: string): Promise<Ended> {
  const folder = await mkdtemp(join(tmpdir(), 'embedding-'));
  try {
    const ended = await new Promise<Omit<Ended, 'files'>>((resolve) => {
      const child = execFile(
        process.execPath,
        ['--import', sources, path],
        { cwd: folder, timeout: 110_000, env: { ...process.env, ...keepsCompiled } },
        (_, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
      );
    });
    return { ...ended, files: await readdir(folder) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The first example in TypeScript below a heading that speaks of embedding. */
function embeddingExample(readme: string): string | undefined {
  const [, below] = readme.split(/^#+ .*embed.*$/im, 2);
  return below === undefined ? undefined : /^```ts\n(.*?)^```$/ms.exec(below)?.[1];
}

describe('the README', () => {
  it('has an example of embedding that runs unchanged, and ends by itself', { timeout: 120_000 }, async () => {
    const example = embeddingExample(await readFile(join(root, 'README.md'), 'utf8'));
    expect(example, 'README.md has no ```ts block below a heading that speaks of embedding').toBeDefined();
    const path = join(here, `readme-example-${process.pid}.ts`);
    await writeFile(path, example ?? '');
    try {
      const { code, stdout, stderr } = await run(path);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/./);
    } finally {
      await rm(path);
    }
  });

  it('has an example short enough to be read', async () => {
    const example = embeddingExample(await readFile(join(root, 'README.md'), 'utf8')) ?? '';
    expect(
      example
        .trim()
        .split('\n')
        .filter((line) => line.trim() !== '').length,
    ).toBeLessThanOrEqual(20);
  });
});

describe('a core put together by hand', () => {
  it('takes no more than thirty lines', async () => {
    const lines = (await readFile(join(here, 'by-hand.ts'), 'utf8')).trim().split('\n');
    expect(lines.length).toBeLessThanOrEqual(30);
  });

  it('works without files, without a server, and ends by itself', { timeout: 120_000 }, async () => {
    const { code, stdout, stderr, files } = await run(join(here, 'by-hand.ts'));
    expect({ code, stderr, files }).toEqual({ code: 0, stderr: '', files: [] });
    expect(JSON.parse(stdout)).toEqual({ balance: 30_000, at: '2026-11-21T09:00:00.000Z', source: 'embedded' });
  });
});

describe('two cores in one process', () => {
  it('are independent', { timeout: 120_000 }, async () => {
    const [one, other] = await Promise.all([openBackroom(), openBackroom()]);
    try {
      const quantity = readDecimal('2.5') as number;
      const heard: string[] = [];
      other.core.events.on('item.created', () => void heard.push('item'));
      const made = await one.core.inventory.createItem(one.actor, { name: 'Lamp', sku: 'SAME', quantity });
      expect(await other.core.inventory.listItems(other.actor, { page: 1, perPage: 10 })).toEqual({
        entries: [],
        total: 0,
      });
      await other.core.inventory.createItem(other.actor, { name: 'Lamp', sku: 'SAME' });
      expect((await one.core.inventory.readItem(one.actor, { id: made.item.id })).item.quantity).toBe(quantity);
      await one.close();
      expect((await other.core.inventory.listItems(other.actor, { page: 1, perPage: 10 })).total).toBe(1);
      expect(heard).toHaveLength(1);
    } finally {
      await one.close();
      await other.close();
    }
  });
});
