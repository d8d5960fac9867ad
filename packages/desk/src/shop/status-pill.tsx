import { Pill } from '../kit/bits.tsx';
import { useWords } from '../words/words.tsx';

const tones: Readonly<Record<string, 'good' | 'bad' | 'warn' | 'accent' | 'plain'>> = {
  completed: 'good',
  processing: 'accent',
  'on-hold': 'warn',
  pending: 'warn',
  failed: 'bad',
  publish: 'good',
  outofstock: 'bad',
  onbackorder: 'warn',
};

/** An order status, coloured by whether it waits for work. */
export function OrderStatus({ status }: { readonly status: string }) {
  const words = useWords();
  return <Pill tone={tones[status] ?? 'plain'}>{words.status[status] ?? status}</Pill>;
}

/** A product status; only published ones are coloured. */
export function ProductStatus({ status }: { readonly status: string }) {
  const { shop } = useWords();
  return <Pill tone={status === 'publish' ? 'good' : 'plain'}>{shop.choice[status] ?? status}</Pill>;
}
