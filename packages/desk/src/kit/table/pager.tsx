import { IconButton } from '../button.tsx';
import css from './pager.module.css';

interface PagerProps {
  readonly page: number;
  readonly last: number;
  readonly onPage: (page: number) => void;
  readonly onAim?: (page: number) => void;
  /** "Page 2 of 9". */
  readonly text: string;
  readonly previousLabel: string;
  readonly nextLabel: string;
  readonly perPage?: number;
  readonly onPerPage?: (count: number) => void;
  readonly perPageLabel?: string;
}

const sizes = [25, 50, 100];

/** Moves through the pages of a list; absent where one page holds all. */
export function Pager(props: PagerProps) {
  const { page, last, onPage, onAim, text, previousLabel, nextLabel, perPage, onPerPage, perPageLabel } = props;
  const isSmall = last <= 1 && (perPage === undefined || perPage === sizes[0]);
  if (isSmall) return null;
  return (
    <nav aria-label={text} className={`${css.pager} not-printed`}>
      {perPage !== undefined && onPerPage && (
        <label className={css.sizes}>
          <span>{perPageLabel}</span>
          <select onChange={({ target }) => onPerPage(Number(target.value))} value={perPage}>
            {sizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </label>
      )}
      <span className={css.text}>{text}</span>
      <IconButton
        disabled={page <= 1}
        icon="previous"
        label={previousLabel}
        onClick={() => onPage(page - 1)}
        onPointerEnter={() => onAim?.(page - 1)}
      />
      <IconButton
        disabled={page >= last}
        icon="next"
        label={nextLabel}
        onClick={() => onPage(page + 1)}
        onPointerEnter={() => onAim?.(page + 1)}
      />
    </nav>
  );
}
