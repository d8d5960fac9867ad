import type { Ids } from '@backroom/core';
import { expect, it } from 'vitest';
import { contract } from '../contract.ts';

export const idsContract = (implementation: string, open: () => Ids) =>
  contract(`Ids: ${implementation}`, () => {
    it('returns a fresh UUID of version 4, each time another one', () => {
      const ids = open();
      const given = Array.from({ length: 1_000 }, () => ids.next());
      expect(new Set(given).size).toBe(1_000);
      expect(
        given.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
      ).toEqual([]);
    });
  });
