import { DomainError } from '@backroom/core';
import { commonStatus, OK } from '@backroom/core/interface';
import { type MailStatusReport, pairingLink } from '@backroom/core/notifications';
import type { RenderedPage } from '../common/write-answer.ts';
import type { PageRoute } from './admin.ts';
import { isOwnForm, NONCE_FIELD } from './forms.ts';
import { type Html, html, qrPicture } from './html.ts';
import { faultBox, hidden, pageOf } from './layout.ts';
import { type SignedInRequest, signedInAt } from './start.ts';

/** Purpose of the nonce of the forms. */
const NONCE = 'mail-phone';

const signedIn = signedInAt(({ admin }) => `${admin.frame.path}/mail-phone`);

/** Pairs the phone that reads the mail log: shows a one-time code, and the paired phone. Works without script. */
export const mailPhone: PageRoute = {
  get: (call) => signedIn(call, (own) => overview(own, { status: OK })),
  post: (call) =>
    signedIn(call, async (own) => {
      if (!isOwnForm(call, NONCE))
        return overview(own, { status: commonStatus.forbidden, fault: 'This form was too old. Try again.' });
      if (call.given.has('code')) return showCode(own);
      return call.given.has('unpair') ? unpair(own) : overview(own, { status: OK });
    }),
};

interface PhoneView {
  readonly status: number;
  readonly fault?: string;
  readonly done?: string;
}

async function overview(own: SignedInRequest, { status, fault, done }: PhoneView): Promise<RenderedPage> {
  const { call, session } = own;
  const report = await call.admin.core.notifications.readMailStatus(session.actor, {});
  const body = html`${fault !== undefined && faultBox(fault)}${
    done !== undefined && html`<div class="box" role="status"><p>${done}</p></div>`
  }
<p>One phone may read the mail log and send mails again. It needs no account: it is paired by a code that is valid for ten minutes.</p>
${phoneOf(report)}
${formOf(own, 'code', html`<button class="main">Show a code</button>`)}
${(report.phone !== null || report.codeExpiresAt !== null) && formOf(own, 'unpair', html`<button>End the pairing</button>`)}
<p><a href="${call.admin.frame.path}/">Go to the start page</a></p>`;
  return pageOf(call.admin.frame, { status, title: 'Phone for the mail log', isFault: fault !== undefined, body });
}

const phoneOf = ({ phone, codeExpiresAt }: MailStatusReport): Html => html`<dl>
<dt>Paired phone</dt><dd>${phone === null ? 'None' : `${phone.device}, since ${momentOf(phone.pairedAt)}`}</dd>
${phone?.pushUrl != null && html`<dt>Push messages</dt><dd>${phone.pushUrl}${pushOutcome(phone.lastPush)}</dd>`}
${codeExpiresAt !== null && html`<dt>Code</dt><dd>Waits for a phone until ${momentOf(codeExpiresAt)}</dd>`}
</dl>`;

const pushOutcome = (lastPush: NonNullable<MailStatusReport['phone']>['lastPush']): string => {
  if (lastPush === null) return '';
  const { at, fault } = lastPush;
  return fault === null ? ` (delivered on ${momentOf(at)})` : ` (failed on ${momentOf(at)}: ${fault})`;
};

const momentOf = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const formOf = ({ call, session }: SignedInRequest, action: string, button: Html): Html =>
  html`<form method="post" action="${call.admin.frame.path}/mail-phone">${hidden({
    [NONCE_FIELD]: session.nonce(NONCE),
    [action]: '1',
  })}<div class="choices aside">${button}</div></form>`;

async function showCode(own: SignedInRequest): Promise<RenderedPage> {
  const { call, session } = own;
  const { code, expiresAt } = await call.admin.core.notifications.createPairingCode(session.actor, {});
  const link = pairingLink(call.admin.appScheme, { baseUrl: call.baseUrl, code });
  const picture = await qrPicture(link);
  const body = html`<p>Scan this code with the app. It works once, until ${momentOf(expiresAt)}.</p>
<img class="qr" src="${picture}" width="288" height="288" alt="The code below as a QR code">
<p>Or type it into the app:</p>
<p class="secret typed">${code}</p>
<p><a href="${call.admin.frame.path}/mail-phone">I have scanned it</a></p>`;
  return pageOf(call.admin.frame, { status: OK, title: 'Scan the code', body });
}

async function unpair(own: SignedInRequest): Promise<RenderedPage> {
  try {
    await own.call.admin.core.notifications.unpairPhone(own.session.actor, {});
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'phone_not_paired')) throw error;
  }
  return overview(own, { status: OK, done: 'No phone can read the mail log now.' });
}
