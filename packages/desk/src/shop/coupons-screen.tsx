import { amountOf } from '../data/amounts.ts';
import { When } from '../shell/records/when.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { EditedList } from './edited-list.tsx';
import { couponFields } from './fields.ts';

/** Coupons with what they take off and until when. */
export function CouponsScreen() {
  const { shop: words, shell } = useWords();
  const { money, percent } = useFormats();
  return (
    <EditedList<'coupons'>
      columns={[
        { name: 'code', label: words.column.code, cell: ({ code }) => code },
        {
          name: 'type',
          label: words.column.type,
          onPhone: 'under',
          cell: ({ discount_type: type }) => words.choice[type] ?? type,
        },
        {
          name: 'amount',
          label: words.column.amount,
          isNumber: true,
          onPhone: true,
          cell: ({ amount, discount_type: type }) =>
            type === 'percent' ? percent(amountOf(amount) / 100) : money(amountOf(amount)),
        },
        {
          name: 'expires',
          label: words.column.expires,
          cell: ({ expires_at: at }) => (at ? <When at={at} /> : words.noValue),
        },
      ]}
      fields={couponFields(words.choice)}
      kind="coupons"
      nameOf={({ code }) => code}
      title={shell.screens.coupons ?? ''}
    />
  );
}
