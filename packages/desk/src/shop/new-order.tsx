import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../data/api/limits.ts';
import { fieldsOf } from '../data/form-values.ts';
import { serverNow } from '../data/server-clock.ts';
import { taxRatesQuery } from '../data/shop/tax-rates.ts';
import { type Customer, type Order, saveRecordOf, type TaxRate, topicsOf } from '../data/shop-records.ts';
import { useWriting } from '../data/writing.ts';
import { Button } from '../kit/button.tsx';
import { Checkbox, SelectField, TextField } from '../kit/field.tsx';
import { Notice, Pair } from '../kit/layout.tsx';
import { type Faults, faultAt, faultsByPath } from '../shell/records/faults.ts';
import { FormDialog } from '../shell/records/form-dialog.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { nameOfCustomer } from './customers-screen.tsx';
import { amountOrZero } from './order/amounts.ts';
import { DraftLines, DraftTotals, TaxOptions } from './order/draft-lines.tsx';
import { useTaxRules } from './order/tax-rules.ts';
import { choiceFor, taxChoicesOf } from './order/taxing.ts';
import { chargesOfDraft, type OrderDraft, sumsOfDraft } from './order-draft.ts';
import { RecordChoice } from './record-choice.tsx';

interface NewOrderProps {
  readonly onClose: () => void;
  readonly onSaved: (order: Order) => void;
}

const statuses = ['processing', 'pending', 'on-hold', 'completed'] as const;

/** Takes down an order: who, what, for how much, with which taxes. */
export function NewOrder({ onClose, onSaved }: NewOrderProps) {
  const { shop: words, status } = useWords();
  const { newOrder } = words;
  const { money } = useFormats();
  const rates = useQuery(taxRatesQuery);
  const [draft, setDraft] = useState<OrderDraft>(blank);
  const [customer, setCustomer] = useState<Customer>();
  const rules = useTaxRules();
  const choices = taxChoicesOf(rates.data ?? []);
  const sums = sumsOfDraft(draft, rules);
  const writing = useWriting({
    write: saveRecordOf<'orders'>('orders', undefined),
    topics: topicsOf.orders,
    onDone: onSaved,
  });
  const submit = (form: HTMLFormElement) => {
    if (sums) writing.mutate(bodyOf({ form, draft, sums, customer, shippingTitle: words.order.shipping }));
  };
  const change = (part: Partial<OrderDraft>) => setDraft({ ...draft, ...part });
  const faults = faultsByPath(writing.error);
  const isShown = [...names.map((name) => `billing.${name}`), 'status'].some(
    (path) => faultAt(faults, path) !== undefined,
  );
  return (
    <FormDialog
      error={isShown ? null : writing.error}
      isPending={writing.isPending}
      isReady={sums !== undefined && !rates.isPending}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={newOrder.save(sums ? money(Number(sums.total)) : '')}
      title={words.create.orders}
      wide
    >
      <OrderCustomer customer={customer} faults={faults} key={customer?.id ?? 'guest'} onChoose={setCustomer} />
      <DraftLines
        choices={choices}
        isReady={!rates.isPending}
        lines={draft.lines}
        onChange={(lines) => change({ lines })}
        usual={choiceFor(choices, customer ?? {})}
      />
      <Pair narrow>
        <TextField
          aria-invalid={isNoAmount(draft.shipping)}
          inputMode="decimal"
          label={words.order.shipping}
          maxLength={16}
          onChange={({ target }) => change({ shipping: target.value })}
          value={draft.shipping}
        />
        <DraftTax change={change} draft={draft} rates={rates.data ?? []} />
        <SelectField fault={faultAt(faults, 'status')} label={words.column.status} name="status">
          {statuses.map((each) => (
            <option key={each} value={each}>
              {status[each] ?? each}
            </option>
          ))}
        </SelectField>
      </Pair>
      <Checkbox defaultChecked label={newOrder.paid} name="paid" />
      {sums && <DraftTotals sums={sums} />}
      {!sums && draft.lines.length > 0 && <Notice role="status">{words.lines.unreadable}</Notice>}
    </FormDialog>
  );
}

const isNoAmount = (text: string): boolean => amountOrZero(text) === undefined;

const blank: OrderDraft = { lines: [], shipping: '', shippingTaxes: undefined, tax: '' };

interface DraftTaxProps {
  readonly draft: OrderDraft;
  readonly rates: readonly TaxRate[];
  readonly change: (part: Partial<OrderDraft>) => void;
}

/** The tax on shipping; without rates, the tax of the order as an amount. */
function DraftTax({ draft, rates, change }: DraftTaxProps) {
  const { shop: words } = useWords();
  if (rates.length === 0)
    return (
      <TextField
        aria-invalid={isNoAmount(draft.tax)}
        inputMode="decimal"
        label={words.order.tax}
        maxLength={16}
        onChange={({ target }) => change({ tax: target.value })}
        value={draft.tax}
      />
    );
  const choices = taxChoicesOf(rates.filter(({ shipping }) => shipping === true));
  return (
    <SelectField
      label={words.newOrder.shippingTax}
      onChange={({ target }) => change({ shippingTaxes: choices.find(({ id }) => id === target.value) })}
      value={draft.shippingTaxes?.id ?? ''}
    >
      <TaxOptions choices={choices} />
    </SelectField>
  );
}

interface Filled {
  readonly form: HTMLFormElement;
  readonly draft: OrderDraft;
  readonly sums: NonNullable<ReturnType<typeof sumsOfDraft>>;
  readonly customer: Customer | undefined;
  readonly shippingTitle: string;
}

function bodyOf({ form, draft, sums, customer, shippingTitle }: Filled): object {
  const { text, textOrNull, isChecked } = fieldsOf(form);
  const now = serverNow().toISOString();
  const address = Object.fromEntries(['first_name', 'last_name', 'email'].map((name) => [name, textOrNull(name)]));
  const { country, state, city, postcode } = customer ?? {};
  return {
    status: text('status'),
    ...(customer && { customer_id: customer.id }),
    billing: { ...(customer && { country, state, city, postcode }), ...address },
    created_at: now,
    ...(isChecked('paid') && { paid_at: now }),
    ...chargesOfDraft(draft, sums, { shippingTitle }),
  };
}

/** Members of the billing address of a guest. */
const names = ['first_name', 'last_name', 'email'] as const;

interface CustomerProps {
  readonly faults: Faults;
  readonly customer: Customer | undefined;
  readonly onChoose: (customer: Customer | undefined) => void;
}

/** A known customer, or the name and address of another. */
function OrderCustomer({ customer, faults, onChoose }: CustomerProps) {
  const { shop: words } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Pair narrow>
        {names.map((name) => (
          <TextField
            defaultValue={customer?.[name] ?? ''}
            fault={faultAt(faults, `billing.${name}`)}
            key={name}
            label={words.field[name] ?? name}
            maxLength={limits.orders[`billing.${name}`]}
            name={name}
            type={name === 'email' ? 'email' : 'text'}
          />
        ))}
      </Pair>
      {isOpen ? (
        <RecordChoice kind="customers" nameOf={nameOfCustomer} onChoose={onChoose} />
      ) : (
        <div>
          <Button icon="customers" kind="quiet" onClick={() => setOpen(true)}>
            {words.newOrder.chooseCustomer}
          </Button>
        </div>
      )}
    </>
  );
}
