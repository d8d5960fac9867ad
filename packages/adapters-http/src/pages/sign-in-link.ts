import { anonymous, DomainError } from '@backroom/core';
import { commonStatus, OK, SEE_OTHER } from '@backroom/core/interface';
import type { RenderedPage } from '../common/write-answer.ts';
import type { AdminRequest, PageRoute } from './admin.ts';
import { isForeign, NONCE_FIELD } from './forms.ts';
import { html } from './html.ts';
import { faultBox, goTo, hidden, pageOf } from './layout.ts';

/** Field of the secret of a link. */
const TOKEN = 'token';

/** Signs in by a one-time link. GET only shows a form, because mail scanners and previews open links; POST spends it. */
export const signInLink: PageRoute = {
  get: async (call) => form(call, { status: OK }),

  async post(call) {
    const { admin, request, given } = call;
    if (isForeign(call) || !admin.sessions.isLoginNonce(request, given.get(NONCE_FIELD) ?? ''))
      return form(call, { status: commonStatus.forbidden, fault: 'This form was too old. Try again.' });
    try {
      const { accessToken } = await admin.core.identity.signInByLink(
        { ...anonymous, origin: request.origin },
        { secret: given.get(TOKEN) ?? '' },
      );
      return goTo(SEE_OTHER, `${admin.frame.path}/`, admin.sessions.begin(request, accessToken));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { status, headers } = admin.refuse(error, request);
      const retryAfter = headers['retry-after'];
      return refused(call, {
        status,
        fault: error.message,
        headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
      });
    }
  },
};

interface LinkView {
  readonly status: number;
  readonly fault?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function form({ admin, request, given, session }: AdminRequest, { status, fault }: LinkView): RenderedPage {
  const { nonce, headers } = admin.sessions.preSession(request);
  const body = html`${fault !== undefined && faultBox(fault)}
<p>This link signs this browser in, once.${session && html` You are signed in as ${session.actor.username ?? ''} until then.`}</p>
<form method="post" action="${admin.frame.path}/open">
${hidden({ [NONCE_FIELD]: nonce, [TOKEN]: given.get(TOKEN) ?? '' })}
<div class="choices"><button class="main">Sign in</button></div>
</form>`;
  return pageOf(admin.frame, { status, title: 'Sign in by link', isFault: fault !== undefined, body, headers });
}

function refused({ admin: { frame } }: AdminRequest, { status, fault = '', headers = {} }: LinkView): RenderedPage {
  const body = html`${faultBox(fault)}
<p><a href="${frame.path}/login">Sign in with a password</a></p>`;
  return pageOf(frame, { status, title: 'Sign in by link', isFault: true, body, headers });
}
