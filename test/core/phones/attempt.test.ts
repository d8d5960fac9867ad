import { NodeRandom } from '@backroom/adapters-node';
import type { SignInAttempt } from '@backroom/core/phones';
import { NOON } from '@backroom/testing/builders';
import { describe, expect, it } from 'vitest';
import { drawNumbers, generateToken, stateAt } from '../../../packages/core/src/phones/attempt.ts';
import { acceptDevice, passwordNameOf } from '../../../packages/core/src/phones/device.ts';

const after = (seconds: number) => new Date(NOON.getTime() + seconds * 1_000);
const random = new NodeRandom();

const anAttempt = (changes: Partial<SignInAttempt>): SignInAttempt => ({
  tokenHash: '',
  method: 'qr',
  userId: 1,
  siteUrl: '',
  state: 'pending',
  createdAt: NOON,
  stateAt: NOON,
  expiresAt: after(300),
  scan: null,
  wrongGrants: 0,
  password: null,
  ...changes,
});

describe('the numbers to match', () => {
  it('are three of three digits, at least 100 apart, one of them real', () => {
    const places = new Set<number>();
    for (let round = 0; round < 500; round += 1) {
      const { numbers, realNumber } = drawNumbers(random);
      expect(numbers.every((each) => /^\d{3}$/.test(each))).toBe(true);
      const [low = 0, middle = 0, high = 0] = numbers.map(Number).toSorted((one, other) => one - other);
      expect(Math.min(middle - low, high - middle)).toBeGreaterThanOrEqual(100);
      places.add(numbers.indexOf(realNumber));
    }
    expect([...places].toSorted()).toEqual([0, 1, 2]);
  });
});

describe('a token', () => {
  it('has 64 letters and digits', () => {
    expect(generateToken(random)).toMatch(/^[A-Za-z0-9]{64}$/);
  });

  it.each([
    ['pending', {}, 299, 'pending'],
    ['pending', {}, 300, 'expired'],
    ['approved', { state: 'approved' }, 300, 'expired'],
    ['rejected', { state: 'rejected' }, 100_000, 'rejected'],
    ['consumed', { state: 'consumed', stateAt: after(290) }, 589, 'consumed'],
    ['consumed', { state: 'consumed', stateAt: after(290) }, 590, 'expired'],
  ] as const)('that is %s: %j after %i seconds is %s', (_, changes, seconds, expected) => {
    expect(stateAt(anAttempt(changes), after(seconds))).toBe(expected);
  });
});

describe('a device', () => {
  it('gives its password the name of the model, else of the system, and the day of the shop', () => {
    const late = new Date('2026-03-01T23:30:00Z');
    expect(passwordNameOf({ model: 'Phone 15', os: 'PhoneOS' }, late, 'Europe/Rome')).toBe(
      'Shop Mobile · Phone 15 · 2026-03-02',
    );
    expect(passwordNameOf({ os: 'PhoneOS' }, late, 'UTC')).toBe('Shop Mobile · PhoneOS · 2026-03-01');
    expect(passwordNameOf({}, late, 'UTC')).toBe('Shop Mobile App (QR Login)');
  });

  it('needs a model or a system', () => {
    expect(acceptDevice({ os: ' PhoneOS ' })).toEqual({ os: 'PhoneOS' });
    expect(() => acceptDevice({ brand: 'Acme' })).toThrow(expect.objectContaining({ code: 'invalid_device' }));
  });
});
