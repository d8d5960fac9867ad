import type { DomainError } from '@backroom/core';
import type { ApplicationPassword } from '@backroom/core/identity';
import { commonStatus, OK } from '@backroom/core/interface';
import type { RenderedPage } from '../common/write-answer.ts';
import type { AdminRequest } from './admin.ts';
import { fieldsOf, policySourceOf, questionAddress, withQuery } from './authorisation-request.ts';
import type { ConsentRequest } from './authorise-application.ts';
import { NONCE_FIELD } from './forms.ts';
import { type Html, html } from './html.ts';
import { faultBox, hidden, pageOf } from './layout.ts';
import { logOutForm } from './start.ts';

/** State of the consent form. */
export interface AuthorisationQuestion {
  readonly status: number;
  readonly fault?: string;
  readonly isNameWrong?: boolean;
  /** Existing passwords of the same application. */
  readonly earlier: readonly ApplicationPassword[];
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const masked = '••••••••';

/** Renders the consent page. */
export function authorisationPage(
  consent: ConsentRequest,
  { status, fault, isNameWrong, earlier }: AuthorisationQuestion,
): RenderedPage {
  const { call, session, request } = consent;
  const { frame, site } = call.admin;
  const typed = call.given.get('app_name') ?? '';
  const body = html`${fault !== undefined && faultBox(fault, isNameWrong ? 'app_name' : undefined)}
<p><strong>${request.appName || 'An application'}</strong> asks to be connected to ${site.siteName} as <strong>${session.actor.username}</strong>.</p>
${logOutForm(call, html`<div class="aside"><button class="plain">Not you? Sign out</button></div>`, questionAddress(call))}
<div class="box warn"><h2>Do you know and trust it?</h2>
<p>It will be able to do everything here that you can do, until you take its password away.</p></div>
<form method="post" action="${frame.path}/authorize-application.php">
${hidden({ action: 'authorize_application_password', [NONCE_FIELD]: session.nonce('authorise'), ...fieldsOf(request) })}
<label for="app_name">Name of this connection</label>
<input type="text" id="app_name" name="app_name" value="${isNameWrong ? typed : request.appName}" maxlength="200" autocomplete="off" aria-describedby="app_name_hint" required${isNameWrong && html` aria-invalid="true"`}>
<p class="hint soft" id="app_name_hint">You will know the password by this name when you want to take it away.</p>
${earlier.length > 0 && replacing(earlier)}
<h2>What happens next</h2>
<ul class="where">
${whereTo(consent)}
</ul>
<div class="choices"><button class="main" name="approve" value="1">Yes, connect it</button><button name="reject" value="1" formnovalidate>No, do not connect it</button></div>
</form>`;
  const targets = [request.successUrl, request.rejectUrl].filter((url) => url !== '').map(policySourceOf);
  return pageOf(frame, {
    status,
    title: 'Connect an application',
    isFault: fault !== undefined,
    body,
    formTargets: [...new Set(targets)],
  });
}

/** Describes the outcome of each choice, without the password. */
function whereTo({ call, request, session }: ConsentRequest): Html {
  const { successUrl, rejectUrl } = request;
  const login = session.actor.username ?? '';
  const success = successUrl && `${withQuery(successUrl, { site_url: call.baseUrl, user_login: login, password: '' })}`;
  const [before = '', after = ''] = success.split(/(?<=[?&]password=)(?=#|$)/);
  return html`<li><strong>If you say yes</strong>
${
  success === ''
    ? 'the new password is shown to you here, once.'
    : html`you are sent to ${placeOf(successUrl)}, with a new password:<code>${before}${masked}${after}</code>`
}</li>
<li><strong>If you say no</strong>
${rejectUrl === '' ? 'you are sent to your start page.' : html`you are sent to ${placeOf(rejectUrl)}:<code>${rejectUrl}</code>`}</li>`;
}

/** Displays the host of an address, or the private scheme of an application. */
function placeOf(url: string): Html {
  const { protocol, host } = new URL(url);
  return /^https?:$/.test(protocol)
    ? html`<strong class="host">${host}</strong>`
    : html`the application that opens <strong class="host">${protocol.slice(0, -1)}</strong> addresses`;
}

function replacing(earlier: readonly ApplicationPassword[]): Html {
  const newest = earlier.at(-1);
  const isOne = earlier.length === 1;
  return html`<div class="box">
<p>This application has ${isOne ? 'a password' : `${earlier.length} passwords`} already${
    newest && html`, ${!isOne && 'the newest '}“${newest.name}” of ${day.format(newest.createdAt)}`
  }.</p>
<label class="check"><input type="checkbox" name="replace" value="1"> <span>${
    isOne ? 'Replace it: the old password stops working.' : 'Replace them: the old passwords stop working.'
  }</span></label>
</div>`;
}

/** A new application password, and where its page leads. */
interface NewPassword {
  readonly name: string;
  readonly secret: string;
  readonly title?: string;
  /** Path below the pages. */
  readonly next?: string;
}

/** Renders the page with the new password, which is shown only once. */
export function newPasswordPage(
  { call, session }: Pick<ConsentRequest, 'call' | 'session'>,
  { name, secret, title = 'Connected', next = '/' }: NewPassword,
): RenderedPage {
  const { frame } = call.admin;
  const body = html`<p id="about">This is the password of <strong>${name}</strong>. Copy it now: it is not shown again.</p>
<code class="secret" aria-describedby="about">${secret}</code>
<dl>
<dt>Address</dt><dd>${call.baseUrl}</dd>
<dt>Username</dt><dd>${session.actor.username}</dd>
</dl>
<p><a href="${frame.path}${next}">I have copied it</a></p>`;
  return pageOf(frame, { status: OK, title, body });
}

/** Renders the page for a disabled feature. */
export function unavailablePage({ call, request }: ConsentRequest, reason: string): RenderedPage {
  const { frame } = call.admin;
  const back = request.rejectUrl === '' ? `${frame.path}/` : withQuery(request.rejectUrl, { error: 'disabled' });
  const body = html`<p>${reason}</p>
<p><a href="${back}">${request.rejectUrl === '' ? 'Go to the start page' : 'Go back to the application'}</a></p>`;
  return pageOf(frame, {
    status: commonStatus['switched-off'],
    title: 'Applications cannot be connected',
    body,
  });
}

/** Renders the errors of an invalid request, without links to its untrusted addresses. */
export function wrongRequestPage({ admin }: AdminRequest, { code, message }: DomainError): RenderedPage {
  const body = html`<p>${message}</p>
<p>Report this to the author of the application; you have done nothing wrong.</p>
<p class="soft"><code>${code}</code></p>
<p><a href="${admin.frame.path}/">Go to the start page</a></p>`;
  return pageOf(admin.frame, {
    status: commonStatus.malformed,
    title: 'The application asks for something impossible',
    body,
  });
}
