import type { Item } from '../data/stock.ts';
import { Pill } from '../kit/bits.tsx';
import { useWords } from '../words/words.tsx';

const tones = { in_stock: 'good', low: 'warn', out_of_stock: 'bad', negative: 'bad' } as const;

/** The state of an item's stock, or that the item is archived. */
export function StockPill({ item: { stock_status: status, archived } }: { readonly item: Item }) {
  const { stockroom } = useWords();
  if (archived) return <Pill>{stockroom.archived}</Pill>;
  return <Pill tone={tones[status]}>{stockroom.status[status] ?? status}</Pill>;
}
