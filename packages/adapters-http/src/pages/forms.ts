import type { PageRequest } from './admin.ts';
import { isSame } from './browser-session.ts';

/** The field in which forms carry their nonce. */
export const NONCE_FIELD = '_cmsnonce';

/** Whether the browser says that the form was sent by a page of another site; older ones say nothing. */
export const isForeign = ({ request }: Pick<PageRequest, 'request'>): boolean => {
  const site = request.header('sec-fetch-site');
  return site !== undefined && site !== 'same-origin' && site !== 'none';
};

/** Whether a form was made for this session and this purpose, and sent from our own page. */
export const isOwnForm = (call: PageRequest, purpose: string): boolean =>
  call.session !== undefined &&
  !isForeign(call) &&
  isSame(call.given.get(NONCE_FIELD) ?? '', call.session.nonce(purpose));

/** Where to go after signing in: a page of ours, or the first of them. */
export function ownTarget({ admin: { frame }, baseUrl }: PageRequest, wanted: string | undefined): string {
  const home = `${frame.path}/`;
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, baseUrl)) return home;
  const { origin, pathname, search } = new URL(wanted, baseUrl);
  return origin === new URL(baseUrl).origin && pathname.startsWith(home) ? `${pathname}${search}` : home;
}
