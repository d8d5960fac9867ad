import { setTimeout as later } from 'node:timers/promises';
import type { RateLimit, RateLimiter } from '@backroom/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshWord } from '../builders/stores.ts';
import { contract } from '../contract.ts';

/** A limiter, and what ends it. */
export interface OpenLimiter {
  readonly limiter: RateLimiter;
  close(): Promise<void>;
}

const three: RateLimit = { name: 'three', points: 3, seconds: 600 };
const aSecond: RateLimit = { name: 'a-second', points: 2, seconds: 1 };
const leased: RateLimit = { name: 'leased', points: 20, seconds: 600, lease: 5 };
const untilItIsOver = () => later(1_100);

export const rateLimiterContract = (implementation: string, open: () => Promise<OpenLimiter>) =>
  contract(`RateLimiter: ${implementation}`, () => {
    let opened: OpenLimiter;
    let limiter: RateLimiter;
    beforeAll(async () => {
      opened = await open();
      ({ limiter } = opened);
    });
    afterAll(() => opened?.close());

    const takes = async (limit: RateLimit, key: string, times: number) => {
      const taken = [];
      for (let count = 0; count < times; count += 1) taken.push(await limiter.take(limit, key));
      return taken.map(({ isExceeded, remaining }) => (isExceeded ? 'refused' : remaining));
    };

    it.each([three, leased])('grants the points of $name and no more', async (limit) => {
      const taken = await takes(limit, freshWord(), limit.points + 2);
      expect(taken).toEqual([
        ...Array.from({ length: limit.points }, (_, taking) => limit.points - 1 - taking),
        'refused',
        'refused',
      ]);
    });

    it('names the limit, and the time until it is refilled', async () => {
      const taken = await limiter.take(three, freshWord());
      expect(taken.limit).toEqual(three);
      expect(taken.resetMs).toBeGreaterThan(590_000);
      expect(taken.resetMs).toBeLessThanOrEqual(600_000);
    });

    it('takes several points at once, or none when fewer are left', async () => {
      const key = freshWord();
      expect(await limiter.take(three, key, 2)).toMatchObject({ isExceeded: false, remaining: 1 });
      expect(await limiter.take(three, key, 2)).toMatchObject({ isExceeded: true, remaining: 1 });
      expect(await limiter.take(three, key)).toMatchObject({ isExceeded: false, remaining: 0 });
    });

    it('takes several points of a leased allowance at once', async () => {
      const key = freshWord();
      expect(await limiter.take(leased, key, 12)).toMatchObject({ isExceeded: false, remaining: 8 });
      expect(await limiter.take(leased, key, 9)).toMatchObject({ isExceeded: true, remaining: 8 });
      expect(await limiter.take(leased, key, 8)).toMatchObject({ isExceeded: false, remaining: 0 });
    });

    it.each([three, leased])('counts concurrent callers one after another: $name', async (limit) => {
      const key = freshWord();
      const taken = await Promise.all(Array.from({ length: 40 }, () => limiter.take(limit, key)));
      expect(taken.filter(({ isExceeded }) => !isExceeded)).toHaveLength(limit.points);
    });

    it('keeps keys apart, and limits', async () => {
      const key = freshWord();
      await takes(three, key, 3);
      expect(await limiter.take(three, `${key}2`)).toMatchObject({ remaining: 2 });
      expect(await limiter.take({ ...three, name: 'others' }, key)).toMatchObject({ remaining: 2 });
    });

    it('accepts every key, whatever is in it', async () => {
      const key = `"${'ü'.repeat(150)}\\u0000' or 1=1; -- %_" 2001:db8:0:1::/64 ${freshWord()}`;
      expect(await limiter.take(three, key)).toMatchObject({ remaining: 2 });
      expect(await limiter.look(three, key)).toMatchObject({ remaining: 2 });
    });

    it('is whole again when the window that began with the first is over', async () => {
      const key = freshWord();
      expect(await takes(aSecond, key, 3)).toEqual([1, 0, 'refused']);
      await untilItIsOver();
      expect(await takes(aSecond, key, 1)).toEqual([1]);
    });

    it('does not extend the window for refused requests', async () => {
      const key = freshWord();
      const first = await limiter.take(three, key, 3);
      await later(20);
      const refused = await limiter.take(three, key);
      expect(first.resetMs - refused.resetMs).toBeGreaterThanOrEqual(15);
    });

    it.each([three, leased])('returns what is left without taking any: $name', async (limit) => {
      const key = freshWord();
      expect(await limiter.look(limit, key)).toEqual({ limit, isExceeded: false, remaining: limit.points, resetMs: 0 });
      await limiter.take(limit, key, limit.points - 1);
      expect(await limiter.look(limit, key)).toMatchObject({ isExceeded: false, remaining: 1 });
      await limiter.take(limit, key);
      expect(await limiter.look(limit, key)).toMatchObject({ isExceeded: true, remaining: 0 });
    });

    it('returns nothing for an expired window', async () => {
      const key = freshWord();
      await takes(aSecond, key, 2);
      await untilItIsOver();
      expect(await limiter.look(aSecond, key)).toMatchObject({ isExceeded: false, remaining: 2, resetMs: 0 });
    });

    it('returns points, but never more than were taken', async () => {
      const key = freshWord();
      await takes(three, key, 2);
      await limiter.returnPoints(three, key);
      expect(await limiter.look(three, key)).toMatchObject({ remaining: 2 });
      await limiter.returnPoints(three, key, 5);
      expect(await limiter.look(three, key)).toMatchObject({ remaining: 3 });
    });

    it('returns no points of a window that is over, nor of one that never was', async () => {
      const key = freshWord();
      const never = freshWord();
      await takes(aSecond, key, 2);
      await untilItIsOver();
      await limiter.returnPoints(aSecond, key);
      await limiter.returnPoints(aSecond, never);
      expect(await takes(aSecond, key, 3)).toEqual([1, 0, 'refused']);
      expect(await takes(aSecond, never, 3)).toEqual([1, 0, 'refused']);
    });

    it('begins a window in which points are taken already, whatever was before', async () => {
      const key = freshWord();
      await takes(aSecond, key, 1);
      await limiter.set({ ...aSecond, seconds: 600 }, key, 2);
      const refused = await limiter.take(aSecond, key);
      expect(refused.isExceeded).toBe(true);
      expect(refused.resetMs).toBeGreaterThan(590_000);
      await limiter.set(aSecond, key, 1);
      expect(await takes(aSecond, key, 2)).toEqual([0, 'refused']);
    });

    it('keeps a window that has just begun, whatever is refused meanwhile', async () => {
      const key = freshWord();
      await takes(three, key, 3);
      const refused = Array.from({ length: 20 }, () => limiter.take(three, key));
      const set = limiter.set({ ...three, seconds: 500 }, key, 3);
      await Promise.all([...refused, set, ...Array.from({ length: 20 }, () => limiter.take(three, key))]);
      expect(await limiter.look(three, key)).toMatchObject({ isExceeded: true, remaining: 0 });
    });

    it.each([three, leased])('makes the allowance of one key whole again: $name', async (limit) => {
      const key = freshWord();
      const neighbour = freshWord();
      for (const each of [key, neighbour]) await limiter.take(limit, each, limit.points);
      await limiter.forget(limit, key);
      expect(await limiter.look(limit, key)).toMatchObject({ remaining: limit.points });
      expect(await limiter.look(limit, neighbour)).toMatchObject({ remaining: 0 });
    });

    it.each([three, leased])('makes the allowances of all keys whole again that begin so: $name', async (limit) => {
      const word = freshWord();
      const keys = [`${word}% a`, `${word}% b`, `${word}_ a`, `x${word}% a`];
      for (const key of keys) await limiter.take(limit, key, limit.points);
      await limiter.forgetAll(limit, `${word}% `);
      const left = await Promise.all(keys.map((key) => limiter.look(limit, key)));
      expect(left.map(({ remaining }) => remaining)).toEqual([limit.points, limit.points, 0, 0]);
    });

    it('refuses nothing where there is no limit', async () => {
      const none = { ...three, points: 0 };
      const key = freshWord();
      for (let count = 0; count < 5; count += 1)
        expect(await limiter.take(none, key)).toMatchObject({ isExceeded: false });
      expect(await limiter.look(none, key)).toMatchObject({ isExceeded: false });
    });
  });
