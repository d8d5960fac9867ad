import { isNewer } from '@backroom/core/marketplace';
import { describe, expect, it } from 'vitest';

const rising = [
  '1.0.0-1',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.2',
  '1.0.0-alpha.10',
  '1.0.0-alpha.b',
  '1.0.0',
  '1.0.1',
  '1.2.0',
  '1.10.0',
  '10.0.0',
];

describe('versions of packages', () => {
  it('have the precedence of Semantic Versioning', () => {
    for (const [at, version] of rising.entries())
      for (const [other, than] of rising.entries())
        expect([version, than, isNewer(version, than)]).toEqual([version, than, at > other]);
  });

  it('are the same whatever their build', () => {
    expect(isNewer('1.0.0+b', '1.0.0+a')).toBe(false);
    expect(isNewer('1.0.1+a', '1.0.0+b')).toBe(true);
  });
});
