import { amountOf } from '../data/amounts.ts';
import type { TaxRate } from '../data/shop-records.ts';
import { useFormats, useWords } from '../words/words.tsx';
import { EditedList } from './edited-list.tsx';
import { rateFields } from './fields.ts';

const nameOf = ({ name, id }: TaxRate): string => name || `#${id}`;

/** Tax rates. */
export function RatesScreen() {
  const { shop: words, shell } = useWords();
  const { count } = useFormats();
  return (
    <EditedList<'taxes'>
      columns={[
        { name: 'name', label: words.column.name, cell: nameOf },
        {
          name: 'percent',
          label: words.column.percent,
          isNumber: true,
          cell: ({ percent }) => `${count(amountOf(percent))} %`,
        },
        { name: 'country', label: words.column.country, cell: ({ country }) => country || words.noValue },
        { name: 'state', label: words.column.state, cell: ({ state }) => state || words.noValue },
      ]}
      fields={rateFields}
      kind="taxes"
      nameOf={nameOf}
      title={shell.screens['tax-rates'] ?? ''}
    />
  );
}
