import { HmacSignatures } from '@backroom/adapters-node';
import { signAddress, verifyAddress } from '@backroom/core/files';
import { describe, expect, it } from 'vitest';

const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const noon = new Date('2026-11-02T12:00:00Z');
const signatures = new HmacSignatures(() => [one]);

describe('signatures', () => {
  it('are recognised, and nothing else is', () => {
    const signature = signatures.sign('text');
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    expect(signatures.isSigned('text', signature)).toBe(true);
    expect(signatures.isSigned('text2', signature)).toBe(false);
    for (const wrong of [
      '',
      '0'.repeat(64),
      signature.slice(2),
      `${signature}00`,
      signature.toUpperCase(),
      `${signature}\n`,
    ])
      expect(signatures.isSigned('text', wrong)).toBe(false);
  });

  it('of a key that was replaced are recognised while it is there', () => {
    const signature = signatures.sign('text');
    expect(new HmacSignatures(() => [other, one]).isSigned('text', signature)).toBe(true);
    expect(new HmacSignatures(() => [other]).isSigned('text', signature)).toBe(false);
  });

  it('are not made without a key', () => {
    const none = new HmacSignatures(() => []);
    expect(none.canSign).toBe(false);
    expect(() => none.sign('text')).toThrow(RangeError);
    expect(none.isSigned('text', signatures.sign('text'))).toBe(false);
    expect(signAddress(none, 'a.csv', noon)).toBeUndefined();
  });

  it('make an address good for one file until one moment', () => {
    const address = signAddress(signatures, 'a.csv', noon) ?? { expires: 0, signature: '' };
    const before = new Date(noon.getTime() - 1);
    const judged = (name: string, changes: object = {}, now = before) =>
      verifyAddress(signatures, name, { ...address, ...changes, now });
    expect(judged('a.csv')).toBe('good');
    expect(judged('a.csv', {}, noon)).toBe('over');
    expect(judged('b.csv')).toBe('wrong');
    expect(judged('a.csv', { expires: address.expires + 1 })).toBe('wrong');
    expect(judged('a.csv', { expires: Number.NaN })).toBe('wrong');
  });
});
