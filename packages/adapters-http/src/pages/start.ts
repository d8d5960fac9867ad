import { REQUEST_NONCE } from '@backroom/core/identity';
import { commonStatus, OK, SEE_OTHER } from '@backroom/core/interface';
import type { RenderedPage } from '../common/write-answer.ts';
import type { BrowserSession } from '../credentials/browser-session.ts';
import type { AdminRequest } from './admin.ts';
import { isOwnForm, NONCE_FIELD, ownTarget } from './forms.ts';
import { type Html, html } from './html.ts';
import { faultBox, goTo, hidden, pageOf } from './layout.ts';

/** Redirects to the login, with a return address. */
export const toLogin = (
  { admin }: AdminRequest,
  target: string,
  headers: Readonly<Record<string, string>> = {},
): RenderedPage => goTo(SEE_OTHER, `${admin.frame.path}/login?redirect_to=${encodeURIComponent(target)}`, headers);

/** A request of a browser that has a session. */
export interface SignedInRequest {
  readonly call: AdminRequest;
  readonly session: BrowserSession;
}

/** Shows a page to browsers with a session; others are redirected to the login, and from there to this address. */
export const signedInAt =
  (addressOf: (call: AdminRequest) => string) =>
  async (call: AdminRequest, show: (own: SignedInRequest) => Promise<RenderedPage>): Promise<RenderedPage> => {
    const { session } = call;
    return session ? show({ call, session }) : toLogin(call, addressOf(call));
  };

/** The log-out form, with the target of a later login. */
export const logOutForm = ({ admin, session }: AdminRequest, button: Html, target = `${admin.frame.path}/`): Html =>
  html`<form method="post" action="${admin.frame.path}/logout">${hidden({
    [NONCE_FIELD]: session?.nonce('logout') ?? '',
    redirect_to: target,
  })}${button}</form>`;

/** Start page: shows the current user and the log-out form. */
export const startPage = async (call: AdminRequest): Promise<RenderedPage> => {
  const { admin, session } = call;
  return session ? showStart(call, OK) : toLogin(call, `${admin.frame.path}/`);
};

/** Ends the session if the form has its nonce. */
export async function logOut(call: AdminRequest): Promise<RenderedPage> {
  const { admin, request, session, given } = call;
  const target = ownTarget(call, given.get('redirect_to'));
  if (!session) return toLogin(call, target);
  if (!isOwnForm(call, 'logout')) return showStart(call, commonStatus.forbidden, 'This form was too old. Try again.');
  await admin.core.identity.logOut(session.actor, {});
  return toLogin(call, target, admin.sessions.end(request));
}

async function showStart(call: AdminRequest, status: number, fault?: string): Promise<RenderedPage> {
  const { admin, session } = call;
  if (!session) return toLogin(call, `${admin.frame.path}/`);
  const user = await admin.core.identity.readOwnUser(session.actor, {});
  const roles = { store_manager: 'Store manager', editor: 'Editor', customer: 'Customer' };
  const role = user.role === 'admin' ? 'Administrator' : user.shopRole === null ? 'Member' : roles[user.shopRole];
  const body = html`${fault !== undefined && faultBox(fault)}
${
  user.mustChangePassword &&
  html`<div class="box warn"><p>This account has to get a new password before it can do anything else.</p></div>`
}
<dl>
<dt>Signed in as</dt><dd>${user.username}</dd>
${user.displayName !== null && html`<dt>Name</dt><dd>${user.displayName}</dd>`}
<dt>Role</dt><dd>${role}</dd>
</dl>
<p><a href="${admin.frame.path}/account">Passwords and sessions</a></p>
${
  session.actor.capabilities.has('manage_store') &&
  html`<p><a href="${admin.frame.path}/phones">Sign in a phone</a></p>
<p><a href="${admin.frame.path}/market">Extensions and licences</a></p>`
}
${
  session.actor.capabilities.has('manage_connector') &&
  html`<p><a href="${admin.frame.path}/connector">Pairing with another site</a></p>`
}
${logOutForm(call, html`<div class="choices"><button>Sign out</button></div>`)}`;
  // For scripts that an operator adds to these pages: the shop interface accepts the session only with this nonce.
  const head = html`<meta name="cms-rest-nonce" content="${session.nonce(REQUEST_NONCE)}">
`;
  return pageOf(admin.frame, { status, title: 'Your account', isFault: fault !== undefined, body, head });
}
