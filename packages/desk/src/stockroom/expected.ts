import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { itemQuery, type Location } from '../data/stock.ts';

interface Expected {
  /** Reads the balance of an item now, unless that was done. */
  readonly begin: (item: number) => void;
  /** The balances with which counts began; those that could not be read are missing. */
  readonly read: (items: readonly number[]) => Promise<ReadonlyMap<number, number>>;
  /** The next count of these items begins with another balance. */
  readonly forget: (items: readonly number[]) => void;
}

/** Balances at a place at the moment when the field of a count was entered. */
export function useExpected({ id: place }: Location): Expected {
  const queries = useQueryClient();
  const begun = useRef(new Map<number, Promise<number | undefined>>()).current;
  const balanceOf = async (item: number) => {
    const { record } = await queries.fetchQuery({ ...itemQuery(item), staleTime: 0 });
    return record.stock?.find(({ location_id: id }) => id === place)?.quantity ?? 0;
  };
  return {
    begin: (item) => {
      if (!begun.has(item))
        begun.set(
          item,
          balanceOf(item).catch(() => undefined),
        );
    },
    read: async (items) => {
      const balances = await Promise.all(items.map(async (item) => [item, await begun.get(item)] as const));
      return new Map(balances.flatMap(([item, balance]) => (balance === undefined ? [] : [[item, balance] as const])));
    },
    forget: (items) => {
      for (const item of items) begun.delete(item);
    },
  };
}
