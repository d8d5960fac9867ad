import { useQuery } from '@tanstack/react-query';
import { productLinksQuery } from '../data/stock.ts';
import { Sheet } from '../kit/bits.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { useMay } from '../shell/session-context.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import css from './stockroom.module.css';

/** The products and variations that are sold from an item; absent where there are none. */
export function LinkedProducts({ item }: { readonly item: number }) {
  const { stockroom: words } = useWords();
  const { count } = useFormats();
  const mayOpen = useMay()('manage_store', 'edit_products');
  const { rows = [] } = useQuery(productLinksQuery({ item_id: item })).data ?? {};
  if (rows.length === 0) return null;
  return (
    <Sheet title={words.soldAs}>
      <ul className={css.lines}>
        {rows.map(({ product_id: id, parent_id: parent, product_name: name, units_per_sale: units }) => (
          <li className={css.line} key={id}>
            {mayOpen ? <ScreenLink to={`/products/${parent ?? id}`}>{name}</ScreenLink> : <span>{name}</span>}
            <span className="soft">{words.perSale(count(units))}</span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
