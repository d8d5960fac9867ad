import { describe, expect, it } from 'vitest';
import { aUnitOfWork } from '../../support/builders.ts';
import { createEvents, type DomainEvent } from '../internals.ts';

/** A unit of work whose end the test decides. */
function aUnit() {
  const effects: (() => void | Promise<void>)[] = [];
  const errors: string[] = [];
  const events = createEvents(
    { ...aUnitOfWork, afterCommit: (effect) => void effects.push(effect) },
    { info: () => {}, warn: () => {}, error: (event) => void errors.push(event) },
  );
  const commit = async () => {
    for (const effect of effects) await effect();
  };
  return { events, errors, commit };
}

describe('events', () => {
  it('are published after commit, not before', async () => {
    const { events, commit } = aUnit();
    const heard: DomainEvent[] = [];
    events.on('item.created', (event) => void heard.push(event));
    events.publish({ type: 'item.created', itemId: 1 });
    expect(heard).toEqual([]);
    await commit();
    expect(heard).toEqual([{ type: 'item.created', itemId: 1 }]);
  });

  it('are published to subscribers of their type only', async () => {
    const { events, commit } = aUnit();
    const heard: DomainEvent[] = [];
    events.on('item.deleted', (event) => void heard.push(event));
    events.publish({ type: 'item.created', itemId: 1 });
    await commit();
    expect(heard).toEqual([]);
  });

  it('are not published to former subscribers', async () => {
    const { events, commit } = aUnit();
    const heard: DomainEvent[] = [];
    const stop = events.on('item.created', (event) => void heard.push(event));
    events.publish({ type: 'item.created', itemId: 1 });
    stop();
    await commit();
    expect(heard).toEqual([]);
  });

  it('are known to be stored when one of their types is', () => {
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const outbox = { wants: (type: string) => type === 'item.created', store: async () => {} };
    const events = createEvents(aUnitOfWork, log, outbox);
    expect(events.areStored(['item.deleted', 'item.created'])).toBe(true);
    expect(events.areStored(['item.deleted'])).toBe(false);
    expect(aUnit().events.areStored(['item.created'])).toBe(false);
  });

  it('reach the next listener when one fails, and the failure is logged', async () => {
    const { events, errors, commit } = aUnit();
    const heard: string[] = [];
    events.on('item.created', () => Promise.reject(new Error('deaf')));
    events.on('item.created', () => void heard.push('second'));
    events.publish({ type: 'item.created', itemId: 1 });
    await commit();
    expect({ heard, errors }).toEqual({ heard: ['second'], errors: ['listener failed'] });
  });
});
