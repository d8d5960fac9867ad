import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type BulkResult, changeProducts } from '../data/bulk-change.ts';
import type { Product } from '../data/shop-records.ts';
import { newWriteKey } from '../data/writing.ts';
import { Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { inputClass } from '../kit/field.tsx';
import { useSession } from '../shell/session-context.tsx';
import { useWords } from '../words/words.tsx';
import { productStatuses } from './fields.ts';
import css from './shop.module.css';

interface BulkProps {
  readonly products: readonly Product[];
  readonly onClose: () => void;
}

/** Changes the status or the price of all chosen products, and lists what was refused. */
export function BulkChange({ products, onClose }: BulkProps) {
  const { shop: words, action } = useWords();
  const queries = useQueryClient();
  const { price_decimals: decimals } = useSession().shop;
  const [status, setStatus] = useState('');
  const [percent, setPercent] = useState('');
  const [done, setDone] = useState<number>();
  const [results, setResults] = useState<readonly BulkResult[]>();
  const factor = 1 + Number(percent.replace(',', '.') || 'NaN') / 100;
  const isReady = status !== '' || (Number.isFinite(factor) && factor > 0);
  const run = async () => {
    setDone(0);
    const changes = products.map((product) => ({ product, body: changeOf(product, { status, factor, decimals }) }));
    setResults(await changeProducts(changes, { key: newWriteKey(), onProgress: setDone }));
    setDone(undefined);
    await queries.invalidateQueries({
      predicate: ({ meta }) => ((meta?.topics ?? []) as string[]).includes('catalog'),
    });
  };
  return (
    <Sheet title={words.product.bulk(products.length)}>
      {results ? (
        <Results results={results} />
      ) : (
        <div className={css.filters}>
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
            aria-label={words.product.priceChange}
            className={`${inputClass} ${css.percent}`}
            inputMode="decimal"
            maxLength={8}
            onChange={({ target }) => setPercent(target.value)}
            placeholder={words.product.priceChange}
            value={percent}
          />
          <Button disabled={!isReady || done !== undefined} kind="main" onClick={() => void run()}>
            {words.product.run}
          </Button>
        </div>
      )}
      {done !== undefined && <progress aria-label={words.product.run} max={products.length} value={done} />}
      <Button kind="quiet" onClick={onClose}>
        {action.close}
      </Button>
    </Sheet>
  );
}

interface Change {
  readonly status: string;
  readonly factor: number;
  readonly decimals: number;
}

function changeOf({ price, regular_price: regular }: Product, { status, factor, decimals }: Change): object {
  const scaled = (amount: string | number) => (Number(amount) * factor).toFixed(decimals);
  const isPriced = Number.isFinite(factor) && factor > 0;
  return {
    ...(status !== '' && { status }),
    ...(isPriced && price !== null && { price: scaled(price) }),
    ...(isPriced && regular !== null && { regular_price: scaled(regular) }),
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
