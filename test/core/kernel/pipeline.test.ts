import { describe, expect, it } from 'vitest';
import { Pipeline, type StageGates, settleAll } from '../../../packages/core/src/kernel/concurrency/pipeline.ts';

/** Work that ends on request, and a log of its events. */
function works() {
  const log: string[] = [];
  const ends = new Map<string, { resolve(): void; reject(reason: Error): void }>();
  const begin = (name: string) => () => {
    log.push(`begin ${name}`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    ends.set(name, { resolve, reject });
    return promise.finally(() => void log.push(`end ${name}`));
  };
  return { log, begin, of: (name: string) => ends.get(name) ?? expect.fail(`${name} was not begun`) };
}

/** A stage that is prepared at once and then waits for its gates. */
const stage = (log: string[], name: string, work: () => Promise<void>) => async (gates: StageGates) => {
  log.push(`prepare ${name}`);
  await gates.previousDone;
  log.push(`ready ${name}`);
  await gates.nextReady;
  await work();
};

/** Runs pending microtasks and immediates. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a pipeline', () => {
  it('holds the slow part of a stage until it is released', async () => {
    const { log, begin, of } = works();
    const pipeline = new Pipeline();
    pipeline.start(stage(log, 'one', begin('one')));
    await settle();
    expect(log).toEqual(['prepare one', 'ready one']);
    pipeline.release();
    await settle();
    expect(log.at(-1)).toBe('begin one');
    of('one').resolve();
    await pipeline.end();
  });

  it('prepares a stage while the previous one runs, and lets it continue after that has ended', async () => {
    const { log, begin, of } = works();
    const pipeline = new Pipeline();
    pipeline.start(stage(log, 'one', begin('one')));
    pipeline.release();
    pipeline.start(stage(log, 'two', begin('two')));
    await settle();
    expect(log).toEqual(['prepare one', 'prepare two', 'ready one', 'begin one']);
    of('one').resolve();
    await settle();
    expect(log.slice(4)).toEqual(['end one', 'ready two']);
    const ended = pipeline.end();
    await settle();
    of('two').resolve();
    await ended;
    expect(log.slice(6)).toEqual(['begin two', 'end two']);
  });

  it('calls whileBusy after a stage was started', () => {
    const calls: string[] = [];
    const pipeline = new Pipeline(() => calls.push('busy'));
    pipeline.start(async () => void calls.push('one'));
    expect(calls).toEqual(['one', 'busy']);
  });

  it('does not run a stage after a failed one, and throws the failure at the end', async () => {
    const { log, begin, of } = works();
    const pipeline = new Pipeline();
    pipeline.start(stage(log, 'one', begin('one')));
    pipeline.release();
    await settle();
    of('one').reject(new Error('no disk'));
    pipeline.start(stage(log, 'two', begin('two')));
    await expect(pipeline.end()).rejects.toThrow('no disk');
    expect(log).toEqual(['prepare one', 'ready one', 'begin one', 'prepare two', 'end one']);
  });

  it('does not run a stage after it was aborted', async () => {
    const { log, begin } = works();
    const pipeline = new Pipeline();
    pipeline.start(stage(log, 'one', begin('one')));
    const reason = new Error('refused');
    expect(await pipeline.abort(reason)).toBe(reason);
    expect(log).toEqual(['prepare one', 'ready one']);
  });

  it('returns the first failure from abort', async () => {
    const { log, begin, of } = works();
    const pipeline = new Pipeline();
    pipeline.start(stage(log, 'one', begin('one')));
    pipeline.release();
    await settle();
    of('one').reject(new Error('no disk'));
    await settle();
    expect(await pipeline.abort(new Error('the transaction is broken'))).toEqual(new Error('no disk'));
  });
});

describe('settleAll', () => {
  it('rejects only after all promises have settled', async () => {
    const { log, begin, of } = works();
    const all = settleAll([begin('one')(), begin('two')()]);
    of('one').reject(new Error('no disk'));
    setImmediate(() => of('two').resolve());
    await expect(all).rejects.toThrow('no disk');
    expect(log).toContain('end two');
  });

  it('throws the reason of the first rejected promise in the list', async () => {
    const { begin, of } = works();
    const all = settleAll([begin('one')(), begin('two')()]);
    of('two').reject(new Error('the second'));
    of('one').reject(new Error('the first'));
    await expect(all).rejects.toThrow('the first');
  });
});
