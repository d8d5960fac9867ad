import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type ComponentProps, useEffect, useMemo } from 'react';
import type { NoteFault, RawSearch } from '../data/address.ts';
import { showToast } from '../kit/toast.tsx';
import { useFormats, useWords } from '../words/words.tsx';

interface ScreenLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Path below the desk: `/orders/17`. */
  readonly to: string;
  readonly search?: RawSearch | undefined;
}

/** A link to a screen; aiming at it loads the screen. */
export const ScreenLink = ({ to, search, ...rest }: ScreenLinkProps) => (
  // The table of screens is data, so that paths are texts here.
  <Link {...(rest as object)} preload="intent" search={(search ?? {}) as never} to={to as never} />
);

/** Goes to a screen. */
export function useGo(): (to: string, options?: { readonly search?: RawSearch; readonly replace?: boolean }) => void {
  const navigate = useNavigate();
  return (to, { search = {}, replace = false } = {}) =>
    void navigate({ to: to as never, search: search as never, replace, resetScroll: !replace });
}

/**
 * The query of the address, read by `read`, and how to change it: pushed to the history, or replaced while typing. Parts that
 * `read` notes as faults are shown once.
 */
export function useAddress<Look>(read: (search: RawSearch, note: NoteFault) => Look, write: (look: Look) => RawSearch) {
  const words = useWords();
  const { list } = useFormats();
  const search = useSearch({ strict: false }) as RawSearch;
  const navigate = useNavigate();
  const [look, faults] = useMemo(() => {
    const noted: string[] = [];
    return [read(search, (part) => noted.push(part)), noted] as const;
  }, [read, search]);
  const written = faults.length === 0 ? '' : words.shell.addressFaults(faults.length, list(faults));
  useEffect(() => {
    if (written !== '') showToast({ id: 'address', text: written });
  }, [written]);
  const set = (next: Look, { replace = false } = {}) =>
    void navigate({ to: '.', search: write(next) as never, replace, resetScroll: false });
  return [look, set] as const;
}

/** Goes to the last page, once it is known, where an address names one after it. */
export function useLastPage(page: number, last: number | undefined, goTo: (page: number) => void): void {
  useEffect(() => {
    if (last !== undefined && page > last) goTo(last);
  }, [page, last]);
}

/** Screens of records, by the kind that declarations name. */
const recordScreens: Readonly<Record<string, string>> = {
  order: '/orders/$id',
  product: '/products/$id',
  variation: '/products/$id',
  customer: '/customers/$id',
  coupon: '/coupons/$id',
  rate: '/tax-rates/$id',
  item: '/stockroom/items/$id',
};

/** The path of the screen of a record; undefined where there is no such screen. A variation is on the screen of its product. */
export function useRecordPath(): (kind: string, id: string, parent?: string) => string | undefined {
  const router = useRouter();
  return (kind, id, parent = '') => {
    const screen = recordScreens[kind];
    if (screen === undefined || !Object.hasOwn(router.routesByPath, screen)) return undefined;
    const isParent = parent !== '' && parent !== '0';
    return screen.replace('$id', encodeURIComponent(isParent ? parent : id));
  };
}
