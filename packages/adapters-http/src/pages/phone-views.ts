import type { ApplicationPassword } from '@backroom/core/identity';
import { OK } from '@backroom/core/interface';
import type { Device, PhoneStatus, UnavailabilityReason } from '@backroom/core/phones';
import type { RenderedPage } from '../common/write-answer.ts';
import { NONCE_FIELD } from './forms.ts';
import { type Html, html, qrPicture } from './html.ts';
import { faultBox, hidden, pageOf } from './layout.ts';
import type { PhoneCall } from './phones.ts';

/** Purpose of the nonce of the forms on this page. */
export const PHONES_NONCE = 'phones';

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const timeOfDay = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

const unavailable: Readonly<Record<UnavailabilityReason, string>> = {
  https_required: 'Phones sign in over HTTPS only. Open this page at an address that begins with https://.',
  application_passwords_unsupported: 'Your account cannot sign in a phone from here.',
  application_passwords_disabled_by_filter: 'Sign-in of phones is switched off on this site.',
};

/** The phones of a user, and what has just happened. */
export interface PhonesView {
  readonly status: number;
  readonly fault?: string;
  readonly done?: string;
  readonly reason: UnavailabilityReason | null;
  readonly phones: readonly ApplicationPassword[];
}

/** Renders the list of signed-in phones with the button that shows a code. */
export function phonesPage(own: PhoneCall, { status, fault, done, reason, phones }: PhonesView): RenderedPage {
  const body = html`${fault !== undefined && faultBox(fault)}${
    done !== undefined && html`<div class="box" role="status"><p>${done}</p></div>`
  }
${
  reason === null
    ? html`<p>Show a code, scan it with the app, and compare a number. The phone gets a password of its own, which you can take away here.</p>
${formOf(own, { action: 'start' }, html`<div class="choices"><button class="main">Show the code</button></div>`)}`
    : html`<div class="box warn"><p>${unavailable[reason]}</p></div>`
}
<h2 class="list">Phones that are signed in</h2>
${phones.length === 0 ? html`<p class="soft">None.</p>` : html`<ul class="where">${phones.map((each) => phoneItem(own, each))}</ul>`}
<p><a href="${own.call.admin.frame.path}/">Go to the start page</a></p>`;
  return framed(own, { status, state: 'phones', title: 'Phones', isFault: fault !== undefined, body });
}

const phoneItem = (own: PhoneCall, { uuid, name, createdAt, lastUsedAt }: ApplicationPassword): Html =>
  html`<li><strong>${name}</strong>
<span class="soft">Signed in on ${moment.format(createdAt)} UTC${lastUsedAt !== null && html`, last used on ${moment.format(lastUsedAt)} UTC`}.</span>
${formOf(own, { action: 'revoke', uuid }, html`<button class="plain" aria-label="Sign out ${name}">Sign out</button>`)}</li>`;

/** A code that no phone has scanned. */
export interface CodeView {
  readonly token: string;
  readonly link: string;
  readonly expiresAt: Date;
}

/** Renders the code as a picture, with the same link for the app on this device. */
export async function codePage(own: PhoneCall, { token, link, expiresAt }: CodeView): Promise<RenderedPage> {
  const picture = await qrPicture(link);
  const body = html`<p>Scan this code with the app on your phone. It works once, until ${timeOfDay.format(expiresAt)} UTC.</p>
<img class="code" src="${picture}" width="288" height="288" alt="Code for the app on your phone">
<p><a href="${link}">Open the app on this device</a></p>
${checkForm(own, token, html`<div class="choices"><button>I have scanned it</button></div>`)}
${cancelLink(own)}`;
  return framed(own, { status: OK, state: 'pending', title: 'Scan the code', body });
}

/** A sign-in after the scan. */
export interface StatusView extends PhoneStatus {
  readonly token: string;
  readonly fault?: { readonly status: number; readonly message: string };
}

/** Renders the state of a sign-in: the numbers to match, its outcome, and what was signed in. */
export function statusPage(own: PhoneCall, view: StatusView): RenderedPage {
  const { status: state, fault } = view;
  const { title, body } = contents[state === 'pending' ? 'expired' : state](own, view);
  return framed(own, {
    status: fault?.status ?? OK,
    state,
    title,
    isFault: fault !== undefined,
    body: html`${fault !== undefined && faultBox(fault.message)}${body}`,
  });
}

type PhoneContent = (own: PhoneCall, view: StatusView) => { readonly title: string; readonly body: Html };

const contents: Readonly<Record<Exclude<PhoneStatus['status'], 'pending'>, PhoneContent>> = {
  scanned: (own, { token, numbers = [], device = {} }) => ({
    title: 'Which number does the phone show?',
    body: html`<p><strong>${nameOf(device)}</strong> has scanned the code. Choose the number that it shows; choose only if you hold it in your hand.</p>
${formOf(
  own,
  { action: 'approve', token },
  html`<div class="choices numbers">${numbers.map((number) => html`<button name="choice" value="${number}">${number}</button>`)}</div>
<div class="choices"><button name="choice" value="none">None of these</button></div>`,
)}
<p class="soft">Another number than that of the phone ends the sign-in.</p>
${checkForm(own, token, html`<button class="plain">Look again</button>`)}`,
  }),
  approved: (own, { token }) => ({
    title: 'The phone is signing in',
    body: html`<p>You have approved the phone. It is fetching its password.</p>
${checkForm(own, token, html`<button class="plain">Look again</button>`)}`,
  }),
  consumed: (own, { device = {}, consumedAt, password }) => ({
    title: 'The phone is signed in',
    body: html`<dl>
<dt>Device</dt><dd>${nameOf(device)}</dd>
<dt>Password</dt><dd>${password?.name}</dd>
${consumedAt && html`<dt>Time</dt><dd>${moment.format(consumedAt)} UTC</dd>`}
</dl>
${formOf(
  own,
  { action: 'revoke', uuid: password?.uuid ?? '' },
  html`<div class="choices"><button>That was not me: sign it out</button></div>`,
)}
<p><a href="${own.call.admin.frame.path}/phones">Show all phones</a></p>`,
  }),
  rejected: (own) => ({
    title: 'The phone was rejected',
    body: html`<p>The number was not that of the phone. If another person has scanned the code, show the next one to your own phone only.</p>
${againForm(own)}`,
  }),
  expired: (own) => ({
    title: 'The code is no longer valid',
    body: html`<p>Its time is over, or it was used.</p>
${againForm(own)}`,
  }),
};

const nameOf = ({ brand, model, os, osVersion }: Device): string => {
  const hardware = [brand, model].filter((word) => word !== undefined).join(' ');
  const system = [os, osVersion].filter((word) => word !== undefined).join(' ');
  return [hardware, system].filter((part) => part !== '').join(', ');
};

interface Framed {
  readonly status: number;
  readonly state: string;
  readonly title: string;
  readonly isFault?: boolean;
  readonly body: Html;
}

const framed = ({ call }: PhoneCall, content: Framed): RenderedPage =>
  pageOf(call.admin.frame, { ...content, script: 'phones.js' });

const formOf = (
  { call, session }: PhoneCall,
  fields: Readonly<Record<string, string>>,
  content: Html,
  isPolled = false,
): Html => html`<form method="post" action="${call.admin.frame.path}/phones"${isPolled && html` data-poll`}>
${hidden({ [NONCE_FIELD]: session.nonce(PHONES_NONCE), ...fields })}
${content}
</form>`;

/** The form that asks for the state: pressed by people, or sent by the script. */
const checkForm = (own: PhoneCall, token: string, button: Html): Html =>
  formOf(own, { action: 'check', token }, button, true);

const againForm = (own: PhoneCall): Html =>
  html`${formOf(own, { action: 'start' }, html`<div class="choices"><button class="main">Show a new code</button></div>`)}
${cancelLink(own)}`;

const cancelLink = ({ call }: PhoneCall): Html =>
  html`<p class="after"><a href="${call.admin.frame.path}/phones">Show all phones</a></p>`;
