import { isSame } from '../credentials/browser-session.ts';
import type { AdminRequest } from './admin.ts';

/** Form field of the nonce. */
export const NONCE_FIELD = '_cmsnonce';

/** Whether the browser reports that the form was sent from another site; older browsers send no such header. */
export const isForeign = ({ request }: Pick<AdminRequest, 'request'>): boolean => {
  const site = request.header('sec-fetch-site');
  return site !== undefined && site !== 'same-origin' && site !== 'none';
};

/** Whether a form has the nonce of this session and purpose and was sent from the same site. */
export const isOwnForm = (call: AdminRequest, purpose: string): boolean =>
  call.session !== undefined &&
  !isForeign(call) &&
  isSame(call.given.get(NONCE_FIELD) ?? '', call.session.nonce(purpose));

/** Redirect target after login: one of the pages, by default the start page. */
export function ownTarget({ admin: { frame }, baseUrl }: AdminRequest, wanted: string | undefined): string {
  const home = `${frame.path}/`;
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, baseUrl)) return home;
  const { origin, pathname, search } = new URL(wanted, baseUrl);
  return origin === new URL(baseUrl).origin && pathname.startsWith(home) ? `${pathname}${search}` : home;
}
