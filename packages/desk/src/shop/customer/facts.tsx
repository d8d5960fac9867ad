import { useQuery } from '@tanstack/react-query';
import { chosenNamesQuery } from '../../data/shop/choices.ts';
import type { Customer } from '../../data/shop-records.ts';
import { KnownFacts } from '../../kit/facts.tsx';
import { useFormats, useWords } from '../../words/words.tsx';

/** Since when a customer is known, and as which account; absent where nothing is known. */
export function CustomerFacts({ customer }: { readonly customer: Customer }) {
  const { field } = useWords().shop;
  const { moment } = useFormats();
  const account = customer.account_id === null ? undefined : String(customer.account_id);
  const { data: names } = useQuery(chosenNamesQuery('accounts', account === undefined ? [] : [account]));
  const facts = [
    [field.username ?? '', customer.username],
    [field.registered_at ?? '', customer.registered_at && moment(customer.registered_at)],
    [field.last_active_at ?? '', customer.last_active_at && moment(customer.last_active_at)],
    [field.account_id ?? '', account && (names?.get(account) ?? `#${account}`)],
    [field.user_id ?? '', customer.user_id],
  ] as const;
  return <KnownFacts facts={facts} />;
}
