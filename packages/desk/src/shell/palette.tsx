import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Found, findRecords } from '../data/found.ts';
import { untilRested } from '../data/typing.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Icon, type IconName } from '../kit/icon.tsx';
import { Combobox, type Option } from '../kit/options.tsx';
import type { Words } from '../words/en.ts';
import { useWords } from '../words/words.tsx';
import { useGo } from './links.tsx';
import css from './palette.module.css';
import { type ScreenRow, screenName } from './screen.ts';

interface PaletteProps {
  readonly screens: readonly ScreenRow[];
  readonly onClose: () => void;
}

/** An entry: what it is, and where it leads. */
interface Entry {
  readonly id: string;
  readonly to: string;
  readonly icon: IconName;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly group: string;
}

/** Finds screens and records by words. */
export function Palette({ screens, onClose }: PaletteProps) {
  const words = useWords();
  const go = useGo();
  const [text, setText] = useState('');
  const asked = text.trim().slice(0, 100);
  const found = useQuery({
    queryKey: ['found', asked],
    queryFn: async ({ signal }) => {
      await untilRested(asked, signal);
      return findRecords(asked, signal);
    },
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    meta: { topics: ['orders', 'customers', 'catalog', 'stock'] },
  });
  const entries = [...screensFor(screens, { text, words }), ...(asked === '' ? [] : recordsOf(found.data, words))];
  const choose = (id: string) => {
    const entry = entries.find((each) => each.id === id);
    onClose();
    if (entry) go(entry.to);
  };
  return (
    <Dialog bare onClose={onClose} title={words.shell.search}>
      <Combobox
        empty={words.palette.empty}
        isBusy={asked !== '' && (found.isLoading || found.isPlaceholderData)}
        label={words.palette.label}
        onChoose={choose}
        onText={setText}
        options={entries.map(optionOf)}
        placeholder={words.palette.label}
        text={text}
      />
    </Dialog>
  );
}

const optionOf = ({ id, icon, label, detail, group }: Entry): Option => ({
  id,
  group,
  content: (
    <>
      <Icon name={icon} />
      <span className={css.label}>{label}</span>
      {detail !== undefined && detail !== '' && <span className={css.detail}>{detail}</span>}
    </>
  ),
});

function screensFor(
  screens: readonly ScreenRow[],
  { text, words }: { readonly text: string; readonly words: Words },
): readonly Entry[] {
  const wanted = text.trim().toLocaleLowerCase();
  return screens.flatMap(({ name, path, menu }) => {
    const label = screenName(words, name);
    if (!menu || !label.toLocaleLowerCase().includes(wanted)) return [];
    return { id: `screen-${name}`, to: path, icon: menu.icon, label, group: words.palette.screens };
  });
}

function recordsOf(found: Found | undefined, words: Words): readonly Entry[] {
  const { orders = [], customers = [], products = [], items = [] } = found ?? {};
  const { palette } = words;
  return [
    ...orders.map(({ id, number, name }) => ({
      id: `order-${id}`,
      to: `/orders/${id}`,
      icon: 'orders' as const,
      label: palette.order(number ?? String(id)),
      detail: name,
      group: palette.orders,
    })),
    ...customers.map(({ id, name, email }) => ({
      id: `customer-${id}`,
      to: `/customers/${id}`,
      icon: 'customers' as const,
      label: name,
      detail: email ?? '',
      group: palette.customers,
    })),
    ...products.map(({ id, product_id, name, sku }) => ({
      id: `product-${id}`,
      to: `/products/${product_id ?? id}`,
      icon: 'products' as const,
      label: name,
      detail: sku ?? '',
      group: palette.products,
    })),
    ...items.map(({ id, name, sku }) => ({
      id: `item-${id}`,
      to: `/stockroom/items/${id}`,
      icon: 'stockroom' as const,
      label: name,
      detail: sku,
      group: palette.items,
    })),
  ];
}
