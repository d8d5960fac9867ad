import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentProps, useMemo } from 'react';
import type { RawSearch } from '../data/address.ts';

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

/** The query of the address, read by `read`, and how to change it: pushed to the history, or replaced while typing. */
export function useAddress<Look>(read: (search: RawSearch) => Look, write: (look: Look) => RawSearch) {
  const search = useSearch({ strict: false }) as RawSearch;
  const navigate = useNavigate();
  const look = useMemo(() => read(search), [read, search]);
  const set = (next: Look, { replace = false } = {}) =>
    void navigate({ to: '.', search: write(next) as never, replace, resetScroll: false });
  return [look, set] as const;
}
