import { useId, useState } from 'react';
import { type BulkResult, type BulkChange as ChangeOfOne, changeProducts } from '../data/shop/bulk-change.ts';
import type { Product } from '../data/shop-records.ts';
import { useWriting } from '../data/writing.ts';
import { Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { inputClass } from '../kit/field.tsx';
import { Filters } from '../kit/layout.tsx';
import { ErrorNotice } from '../shell/records/error-notice.tsx';
import { useSession } from '../shell/session-context.tsx';
import { useWords } from '../words/words.tsx';
import { productStatuses } from './fields.ts';
import { millionthsOf, shareOf, signedIn, signedText } from './order/amounts.ts';
import css from './shop.module.css';

interface BulkProps {
  readonly products: readonly Product[];
  readonly onClose: () => void;
}

/** Changes the status or the price of all chosen products, and lists what was refused. */
export function BulkChange({ products, onClose }: BulkProps) {
  const { shop: words, action } = useWords();
  const { price_decimals: decimals } = useSession().shop;
  const [status, setStatus] = useState('');
  const [percent, setPercent] = useState('');
  const [done, setDone] = useState(0);
  const [results, setResults] = useState<readonly BulkResult[]>();
  const faultId = useId();
  const typed = signedIn(percent);
  const isPriced = !['', '-', '−'].includes(percent.trim());
  const isWrong = isPriced && (typed === undefined || typed <= -WHOLE);
  const isReady = (status !== '' || isPriced) && !isWrong;
  const writing = useWriting({
    write: (changes: readonly ChangeOfOne[], headers) =>
      changeProducts(changes, { key: headers['Idempotency-Key'], onProgress: setDone }),
    topics: ['catalog'],
    onDone: setResults,
  });
  const run = () => {
    setDone(0);
    writing.mutate(
      products.map((product) => ({ product, body: changeOf(product, { status, percent: typed, decimals }) })),
    );
  };
  const close = (
    <Button kind={results ? 'plain' : 'quiet'} onClick={onClose}>
      {action.close}
    </Button>
  );
  return (
    <Sheet title={words.product.bulk(products.length)}>
      {results ? (
        <>
          <Results results={results} />
          {close}
        </>
      ) : (
        <Filters>
          <select
            aria-label={words.product.setStatus}
            className={inputClass}
            onChange={({ target }) => setStatus(target.value)}
            value={status}
          >
            <option value="">{words.product.setStatus}</option>
            {productStatuses.map((each) => (
              <option key={each} value={each}>
                {words.choice[each]}
              </option>
            ))}
          </select>
          <input
            aria-describedby={isWrong ? faultId : undefined}
            aria-invalid={isWrong || undefined}
            aria-label={words.product.priceChange}
            className={`${inputClass} ${css.percent}`}
            inputMode="decimal"
            maxLength={8}
            onChange={({ target }) => setPercent(target.value)}
            placeholder={words.product.priceChange}
            value={percent}
          />
          <Button disabled={!isReady || writing.isPending} kind="main" onClick={run}>
            {words.product.run}
          </Button>
          {close}
          {isWrong && (
            <small className={css.fault} id={faultId} role="alert">
              {words.product.priceChangeFault}
            </small>
          )}
        </Filters>
      )}
      <ErrorNotice error={writing.error} />
      {writing.isPending && <progress aria-label={words.product.run} max={products.length} value={done} />}
    </Sheet>
  );
}

/** 100 percent, in millionths. */
const WHOLE = 100_000_000n;

interface Change {
  readonly status: string;
  /** In millionths of a percent. */
  readonly percent: bigint | undefined;
  readonly decimals: number;
}

const priceNames = ['price', 'regular_price', 'sale_price'] as const;

function changeOf(product: Product, { status, percent, decimals }: Change): object {
  const prices = percent === undefined ? [] : priceNames.filter((name) => product[name] !== null);
  const scaled = (amount: string | number | null) =>
    signedText(shareOf(millionthsOf(amount), [WHOLE + (percent ?? 0n), WHOLE], decimals), decimals);
  return {
    ...(status !== '' && { status }),
    ...Object.fromEntries(prices.map((name) => [name, scaled(product[name])])),
  };
}

function Results({ results }: { readonly results: readonly BulkResult[] }) {
  const { product: words } = useWords().shop;
  const refused = results.filter(({ problem }) => problem !== undefined);
  return (
    <div role="status">
      <p>{words.changed(results.length - refused.length)}</p>
      {refused.length > 0 && <p className={css.fault}>{words.refused(refused.length)}</p>}
      <ul>
        {refused.map(({ product, problem }) => (
          <li key={product.id}>
            {product.name}: {problem}
          </li>
        ))}
      </ul>
    </div>
  );
}
