import { describe, expect, it } from 'vitest';
import { allEnded, Meanwhile } from '../../../packages/core/src/kernel/meanwhile.ts';

/** Work that ends when it is told to, and what was begun and ended so far. */
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

describe('work that goes on meanwhile', () => {
  it('keeps nobody waiting who begins the first piece', async () => {
    const { log, begin, of } = works();
    const meanwhile = new Meanwhile();
    await meanwhile.goOn(begin('one'));
    expect(log).toEqual(['begin one']);
    of('one').resolve();
    await meanwhile.end();
  });

  it('begins the next piece when the one before has ended', async () => {
    const { log, begin, of } = works();
    const meanwhile = new Meanwhile();
    await meanwhile.goOn(begin('one'));
    const next = meanwhile.goOn(begin('two'));
    expect(log).toEqual(['begin one']);
    of('one').resolve();
    await next;
    expect(log).toEqual(['begin one', 'end one', 'begin two']);
    of('two').resolve();
    await meanwhile.end();
    expect(log.at(-1)).toBe('end two');
  });

  it('never begins the next piece when the one before failed, and tells of the failure there and at the end', async () => {
    const { log, begin, of } = works();
    const meanwhile = new Meanwhile();
    await meanwhile.goOn(begin('one'));
    of('one').reject(new Error('no disk'));
    await expect(meanwhile.goOn(begin('two'))).rejects.toThrow('no disk');
    await expect(meanwhile.end()).rejects.toThrow('no disk');
    expect(log).toEqual(['begin one', 'end one']);
  });
});

describe('several works', () => {
  it('have all ended when the failure of one is told', async () => {
    const { log, begin, of } = works();
    const all = allEnded([begin('one')(), begin('two')()]);
    of('one').reject(new Error('no disk'));
    setImmediate(() => of('two').resolve());
    await expect(all).rejects.toThrow('no disk');
    expect(log).toContain('end two');
  });

  it('tell of the first in the list that failed', async () => {
    const { begin, of } = works();
    const all = allEnded([begin('one')(), begin('two')()]);
    of('two').reject(new Error('the second'));
    of('one').reject(new Error('the first'));
    await expect(all).rejects.toThrow('the first');
  });
});
