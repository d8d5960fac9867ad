import { anonymous } from '@backroom/core';
import { NOON } from '@backroom/testing/builders';
import { describe, expect, it } from 'vitest';
import { aMember, anAdministrator } from '../../support/builders.ts';
import { type AuditEvent, draftOf, plainText, plainValue } from '../internals.ts';

const happening = (changes: Partial<AuditEvent> = {}): AuditEvent => ({
  at: NOON,
  action: 'user.update',
  outcome: 'ok',
  details: {},
  ...changes,
});
const forged = 'mara\n{"action":"login","outcome":"ok"}\u2028\u202egnp.exe\u0000';

describe('an entry', () => {
  it('names actor, action, target and address', () => {
    const actor = aMember({ origin: { ip: '192.0.2.7', userAgent: 'curl/8', requestId: 'r-1' } });
    const details = { target: { type: 'user', id: 7 }, changes: { email: { from: null, to: 'a@b.example' } } };
    expect(draftOf(actor, happening({ details }))).toEqual({
      at: NOON,
      actorUserId: 7,
      actorUsername: 'mara',
      actorIp: '192.0.2.7',
      userAgent: 'curl/8',
      requestId: 'r-1',
      action: 'user.update',
      targetType: 'user',
      targetId: '7',
      outcome: 'ok',
      reason: null,
      changes: { email: { from: null, to: 'a@b.example' } },
    });
  });

  it('names the operator of the command line, beside the account that acts', () => {
    const draft = draftOf(anAdministrator({ operator: 'cli:anna' }), happening());
    expect(draft).toMatchObject({ actorUserId: 1, actorUsername: 'cli:anna' });
  });

  it('names the account that an anonymous caller signed in to', () => {
    const details = { actor: { userId: 7, username: 'mara' } };
    expect(draftOf(anonymous, happening({ details }))).toMatchObject({ actorUserId: 7, actorUsername: 'mara' });
  });

  it('is empty without known users', () => {
    expect(draftOf(anonymous, happening())).toMatchObject({ actorUserId: null, actorUsername: null, actorIp: null });
  });

  it('records no changes of what did not happen', () => {
    const details = { changes: { email: { from: null, to: 'a@b.example' } } };
    expect(draftOf(anonymous, happening({ details, outcome: 'failed' })).changes).toBeNull();
  });

  it('cannot look like several, in none of its texts', () => {
    const origin = { ip: forged, userAgent: forged, requestId: forged };
    const draft = draftOf(aMember({ username: forged, origin }), {
      ...happening({ action: forged }),
      details: {
        target: { type: forged, id: forged },
        reason: forged,
        changes: { [forged]: { from: forged, to: [forged] } },
      },
    });
    const { at: _, ...texts } = draft;
    expect(JSON.stringify(texts)).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
    expect(draft.actorUsername).toBe('mara\\x0a{"action":"login","outcome":"ok"}\\u2028\\u202egnp.exe\\x00');
  });

  it('is cut to what there is room for', () => {
    const long = '😀'.repeat(5_000);
    const origin = { ip: long, userAgent: long, requestId: long };
    const draft = draftOf(aMember({ username: long, origin }), {
      ...happening({ action: long }),
      details: { target: { type: long, id: long }, reason: long },
    });
    const lengths = Object.fromEntries(
      Object.entries(draft).flatMap(([name, value]) => (typeof value === 'string' ? [[name, [...value].length]] : [])),
    );
    expect(lengths).toMatchObject({
      ...{ actorUsername: 150, actorIp: 64, userAgent: 256, requestId: 64 },
      ...{ action: 64, targetType: 64, targetId: 200, reason: 200 },
    });
  });
});

describe('the changes of an entry', () => {
  const changesIn = (changes: NonNullable<AuditEvent['details']['changes']>) =>
    draftOf(anonymous, happening({ details: { changes } })).changes;

  it('record only that a secret has changed', () => {
    expect(changesIn({ password: true })).toEqual({ password: true });
  });

  it('are printed in JSON', () => {
    const odd = { a: NOON, b: undefined, c: Number.NaN, d: { e: [1] }, f: false, g: 2.5 };
    const reported = Object.entries(odd).map(([name, value]) => [name, { from: null, to: value }]);
    expect(
      Object.values(changesIn(Object.fromEntries(reported)) ?? {}).map((each) => each !== true && each.to),
    ).toEqual([NOON.toISOString(), null, null, '{"e":[1]}', false, 2.5]);
  });

  it.each(['x', 'é', '😀', '"', '\\', '\u0000'])('are never more than 8 KiB, also of %j', (character) => {
    const long = character.repeat(10_000);
    const many = Array.from({ length: 500 }, (_, index) => [`m${index}${long}`, { from: long, to: long }]);
    const kept = changesIn(Object.fromEntries(many)) ?? {};
    const size = Buffer.byteLength(JSON.stringify(kept));
    expect(size).toBeLessThanOrEqual(8 * 1024);
    expect(size).toBeGreaterThan(2 * 1024);
    expect(Object.values(kept)).toContain(true);
  });

  it('that are too much keep their names', () => {
    const long = 'x'.repeat(200);
    const many = Array.from({ length: 40 }, (_, index) => [`member${index}`, { from: long, to: long }]);
    expect(Object.keys(changesIn(Object.fromEntries(many)) ?? {})).toHaveLength(40);
  });
});

describe('a plain text', () => {
  it.each([
    ['', ''],
    ['Crème brûlée 😀', 'Crème brûlée 😀'],
    ['a\tb', 'a\\x09b'],
    ['\u007f\u0085', '\\x7f\\x85'],
    ['\ud800', '\ufffd'],
    ['1234567890', '1234567890'],
  ])('of %j is %j', (text, plain) => {
    expect(plainText(text, 20)).toBe(plain);
  });

  it('that is too long is marked as cut', () => {
    expect(plainText('12345678901', 10)).toBe('123456789…');
    expect(plainText('\n\n\n', 10)).toBe('\\x0a\\x0a\\…');
  });

  it('is never cut through a character', () => {
    expect(plainText('😀😀😀', 2)).toBe('😀…');
    expect(plainValue('😀'.repeat(300))).toBe(`${'😀'.repeat(199)}…`);
  });
});
