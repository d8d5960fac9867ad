import { describe, expect, it } from 'vitest';
import { allEnded, Meanwhile, type Turn } from '../../../packages/core/src/kernel/meanwhile.ts';

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

/** A piece that is put together at once, begins when it is alone, and takes long when its turn is free. */
const piece = (log: string[], name: string, work: () => Promise<void>) => async (turn: Turn) => {
  log.push(`prepare ${name}`);
  await turn.alone;
  log.push(`alone ${name}`);
  await turn.free;
  await work();
};

/** Lets everything happen that can happen without another word. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('work that goes on meanwhile', () => {
  it('waits for its turn, which comes when what follows says so', async () => {
    const { log, begin, of } = works();
    const meanwhile = new Meanwhile();
    meanwhile.goOn(piece(log, 'one', begin('one')));
    await settle();
    expect(log).toEqual(['prepare one', 'alone one']);
    meanwhile.letGo();
    await settle();
    expect(log.at(-1)).toBe('begin one');
    of('one').resolve();
    await meanwhile.end();
  });

  it('is prepared while the piece before is under way, and is alone when that has ended', async () => {
    const { log, begin, of } = works();
    const meanwhile = new Meanwhile();
    meanwhile.goOn(piece(log, 'one', begin('one')));
    meanwhile.letGo();
    meanwhile.goOn(piece(log, 'two', begin('two')));
    await settle();
    expect(log).toEqual(['prepare one', 'prepare two', 'alone one', 'begin one']);
    of('one').resolve();
    await settle();
    expect(log.slice(4)).toEqual(['end one', 'alone two']);
    const ended = meanwhile.end();
    await settle();
    of('two').resolve();
    await ended;
    expect(log.slice(6)).toEqual(['begin two', 'end two']);
  });

  it('tells when a piece has been taken over', () => {
    const told: string[] = [];
    const meanwhile = new Meanwhile(() => told.push('busy'));
    meanwhile.goOn(async () => void told.push('one'));
    expect(told).toEqual(['one', 'busy']);
  });

  it('never begins the next piece when the one before failed, and tells of the failure at the end', async () => {
    const { log, begin, of } = works();
    const meanwhile = new Meanwhile();
    meanwhile.goOn(piece(log, 'one', begin('one')));
    meanwhile.letGo();
    await settle();
    of('one').reject(new Error('no disk'));
    meanwhile.goOn(piece(log, 'two', begin('two')));
    await expect(meanwhile.end()).rejects.toThrow('no disk');
    expect(log).toEqual(['prepare one', 'alone one', 'begin one', 'prepare two', 'end one']);
  });

  it('is not begun any more when it is given up', async () => {
    const { log, begin } = works();
    const meanwhile = new Meanwhile();
    meanwhile.goOn(piece(log, 'one', begin('one')));
    const reason = new Error('refused');
    expect(await meanwhile.giveUp(reason)).toBe(reason);
    expect(log).toEqual(['prepare one', 'alone one']);
  });

  it('has failed first when that is why the work around it failed', async () => {
    const { log, begin, of } = works();
    const meanwhile = new Meanwhile();
    meanwhile.goOn(piece(log, 'one', begin('one')));
    meanwhile.letGo();
    await settle();
    of('one').reject(new Error('no disk'));
    await settle();
    expect(await meanwhile.giveUp(new Error('the transaction is broken'))).toEqual(new Error('no disk'));
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
