import { anonymous, DomainError } from '@backroom/core';
import { commonStatus, OK, SEE_OTHER } from '@backroom/core/interface';
import type { RenderedPage } from '../common/write-answer.ts';
import type { AdminRequest, PageRoute } from './admin.ts';
import { isForeign, NONCE_FIELD, ownTarget } from './forms.ts';
import { html } from './html.ts';
import { faultBox, goTo, hidden, pageOf } from './layout.ts';

interface LogInView {
  readonly status: number;
  readonly fault?: string;
  /** Whether the entered values were wrong. */
  readonly isWrong?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Login with the name and password of an account, local or in the directory. */
export const logIn: PageRoute = {
  async get(call) {
    const target = ownTarget(call, call.given.get('redirect_to'));
    return call.session ? goTo(SEE_OTHER, target) : form(call, { status: OK });
  },

  async post(call) {
    const { admin, request, given } = call;
    if (isForeign(call) || !admin.sessions.isLoginNonce(request, given.get(NONCE_FIELD) ?? ''))
      return form(call, { status: commonStatus.forbidden, fault: 'This form was too old. Sign in again.' });
    const username = given.get('username')?.trim() ?? '';
    const password = given.get('password') ?? '';
    if (username === '' || password === '')
      return form(call, {
        status: commonStatus.malformed,
        fault: 'Type your username and your password.',
        isWrong: true,
      });
    try {
      const browser = admin.sessions.browserOf(request);
      const { accessToken } = await admin.core.identity.logIn(
        { ...anonymous, origin: request.origin },
        { username, password, ...(browser !== undefined && { browser }), opensSession: true },
      );
      return goTo(SEE_OTHER, ownTarget(call, given.get('redirect_to')), admin.sessions.begin(request, accessToken));
    } catch (error) {
      return refused(call, error);
    }
  },
};

/** Outages are logged for operators; the page shows only a generic message. */
function refused(call: AdminRequest, error: unknown): RenderedPage {
  if (!(error instanceof DomainError)) throw error;
  const { status, headers } = call.admin.refuse(error, call.request);
  const retryAfter = headers['retry-after'];
  return form(call, {
    status,
    fault: error.message,
    isWrong: error.kind === 'unauthenticated',
    ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }),
  });
}

function form(call: AdminRequest, { status, fault, isWrong, headers = {} }: LogInView): RenderedPage {
  const { admin, request, given } = call;
  const { nonce, headers: cookieHeaders } = admin.sessions.preSession(request);
  const target = ownTarget(call, given.get('redirect_to'));
  const invalid = isWrong && html` aria-invalid="true"`;
  const body = html`${fault !== undefined && faultBox(fault, isWrong ? 'username' : undefined)}
<form method="post" action="${admin.frame.path}/login">
${hidden({ [NONCE_FIELD]: nonce, redirect_to: target })}
<label for="username">Username</label>
<input type="text" id="username" name="username" value="${given.get('username') ?? ''}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="320" required${invalid}${fault === undefined && html` autofocus`}>
<label for="password">Password</label>
<input type="password" id="password" name="password" autocomplete="current-password" maxlength="1024" required${invalid}>
<div class="choices"><button class="main">Sign in</button></div>
</form>`;
  return pageOf(admin.frame, {
    status,
    title: 'Sign in',
    isFault: fault !== undefined,
    body,
    headers: { ...cookieHeaders, ...headers },
  });
}
