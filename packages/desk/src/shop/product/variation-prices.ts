import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { amountOf } from '../../data/amounts.ts';
import { Refused } from '../../data/refusal.ts';
import { recordQuery, saveRecordOf, topicsOf, type Variation, variationsOf } from '../../data/shop-records.ts';
import { useWriting, type WriteHeaders } from '../../data/writing.ts';
import { useWords } from '../../words/words.tsx';

/** A typed price, with the variation as it was shown. */
export interface TypedPrice {
  readonly row: Variation;
  readonly text: string;
  /** Why it was not saved. */
  readonly fault?: string;
}

export const priceText = (price: Variation['price']): string => (price === null ? '' : String(amountOf(price)));

/** Typed prices by the ids of their variations, which may be on several pages. */
export function useTypedPrices(product: number) {
  const [prices, setPrices] = useState<ReadonlyMap<number, TypedPrice>>(new Map());
  const save = useSavePrice(product);
  const put = (typed: readonly TypedPrice[]) =>
    setPrices((known) => new Map([...known, ...typed.map((each) => [each.row.id, each] as const)]));
  const changed = [...prices.values()].filter(({ row, text }) => text !== priceText(row.price));
  const writing = useWriting({
    write: async (list: readonly TypedPrice[], headers) => {
      const left: TypedPrice[] = [];
      for (const typed of list) left.push(...(await save(typed, headers)));
      return left;
    },
    topics: topicsOf.products,
    onDone: (left) => setPrices(new Map(left.map((each) => [each.row.id, each]))),
  });
  return { prices, put, changed, writing };
}

/**
 * Saves a price unless another person changed it since it was shown, or the server refuses it; then it is given back with the
 * reason.
 */
function useSavePrice(product: number) {
  const queries = useQueryClient();
  const { shop: words } = useWords();
  const path = variationsOf(product);
  return async ({ row, text }: TypedPrice, headers: WriteHeaders): Promise<readonly TypedPrice[]> => {
    const { record, tag } = await queries.fetchQuery({ ...recordQuery(path, String(row.id)), staleTime: 0 });
    const shown = priceText(record.price);
    if (shown === text) return [];
    if (shown !== priceText(row.price)) return [{ row: record, text, fault: words.theirs(shown) }];
    const key = `${headers['Idempotency-Key']}-${row.id}`;
    try {
      const write = saveRecordOf(path, row.id);
      const price = text.replace(',', '.') || null;
      await write({ price }, { 'Idempotency-Key': key, ...(tag !== undefined && { 'If-Match': tag }) });
      return [];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return [{ row, text, fault: error.fields[0]?.message ?? error.message }];
    }
  };
}
