import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, changesOf, demandVersion } from '../internals.ts';

describe('wanted changes', () => {
  interface Thing {
    readonly name: string;
    readonly note: string | null;
    readonly facts: Readonly<Record<string, unknown>>;
    readonly since: Date;
  }
  const thing: Thing = { name: 'Lamp', note: 'old', facts: { a: 1, b: 2 }, since: new Date(0) };

  it('are the members that differ', () => {
    expect(changesOf(thing, { name: 'Lamp', note: 'new' })).toEqual({ note: 'new' });
  });

  it('leave out what is undefined', () => {
    expect(changesOf(thing, { name: undefined })).toEqual({});
  });

  it('keep null, which clears', () => {
    expect(changesOf(thing, { note: null })).toEqual({ note: null });
  });

  it('compare objects by what is in them, whatever the order', () => {
    expect(changesOf(thing, { facts: { b: 2, a: 1 } })).toEqual({});
    expect(changesOf(thing, { facts: { b: 2 } })).toEqual({ facts: { b: 2 } });
  });

  it('compare moments by their time', () => {
    expect(changesOf(thing, { since: new Date(0) })).toEqual({});
    expect(changesOf(thing, { since: new Date(1) })).toEqual({ since: new Date(1) });
  });

  it('do not find null and an object alike', () => {
    expect(changesOf<{ a: object | null }>({ a: {} }, { a: null })).toEqual({ a: null });
  });
});

describe('an expected version', () => {
  it('is optional', () => {
    expect(() => demandVersion({ version: 3 }, undefined)).not.toThrow();
  });

  it('holds when it is among those named', () => {
    expect(() => demandVersion({ version: 3 }, [2, 3])).not.toThrow();
  });

  it.each([[[2]], [[]], [[Number.NaN]]])('refuses the change when the object has another: %j', (expected) => {
    expect(() => demandVersion({ version: 3 }, expected)).toThrow(
      expect.objectContaining({ code: 'precondition_failed' }),
    );
  });
});

describe('canonical text', () => {
  it('does not depend on the order of members, at any depth', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .map(([name, member]) => [name, shuffled(member)] as const)
          .toReversed(),
      );
    };
    fc.assert(fc.property(fc.jsonValue(), (value) => canonical(value) === canonical(shuffled(value))));
  });

  it('depends on the order of lists', () => {
    expect(canonical([1, 2])).not.toBe(canonical([2, 1]));
  });
});
