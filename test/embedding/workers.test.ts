import { openBackroom } from '@backroom/composition';
import { createCore, type SuppliedPorts } from '@backroom/core';
import { describe, expect, it, vi } from 'vitest';
import { migratedTemplate, ours } from '../support/templates.ts';

const inMemory = async () => ({ kind: 'memory' as const, template: await migratedTemplate(ours) });

describe('a program with a core inside', () => {
  it('does the jobs that it queues, where it has workers', async () => {
    const { core, actor, close } = await openBackroom({ database: await inMemory(), workers: true });
    try {
      await core.analytics.importPast(actor, {});
      const jobs = async () => (await core.jobs.listJobs(actor, { page: 1, perPage: 10 } as never)).entries;
      await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ state: 'done' }]), { timeout: 20_000 });
    } finally {
      await close();
    }
  });

  it('refuses an invalid number of workers', async () => {
    await expect(openBackroom({ database: await inMemory(), workers: 1.5 })).rejects.toThrow('workers must be');
  });

  it('names the missing ports', () => {
    expect(() => createCore({ clock: {}, settings: {} } as unknown as SuppliedPorts)).toThrow(
      /^createCore is missing the ports: ids, random, log, .*orders/,
    );
  });
});
