import type { ApplicationPassword, User } from '@backroom/core/identity';
import type { RenderedPage } from '../../common/write-answer.ts';
import { NONCE_FIELD } from '../forms.ts';
import { type Html, html } from '../html.ts';
import { faultBox, hidden, pageOf } from '../layout.ts';
import type { AccountRequest } from './account.ts';

/** Purpose of the nonce of the forms. */
export const ACCOUNT_NONCE = 'account';

/** The outcome of a form. */
export interface AccountNotice {
  readonly status: number;
  readonly fault?: string;
  /** The field that caused the fault. */
  readonly field?: 'current_password' | 'new_password' | 'name' | undefined;
  readonly done?: string | undefined;
}

interface AccountView extends AccountNotice {
  readonly user: User;
  /** Undefined where the account cannot have application passwords. */
  readonly passwords: readonly ApplicationPassword[] | undefined;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Renders password, application passwords and sessions of the own account. */
export function accountPage(own: AccountRequest, view: AccountView): RenderedPage {
  const { status, fault, field, done, user, passwords } = view;
  const { frame } = own.call.admin;
  const body = html`${fault !== undefined && faultBox(fault, field)}${
    done !== undefined && html`<div class="box" role="status"><p>${done}</p></div>`
  }
<h2 class="list">Password</h2>
${user.source === 'ldap' ? html`<p>Your password is managed by the directory.</p>` : passwordForm(own, view)}
${passwords && applicationPasswords(own, view, passwords)}
<h2 class="list">Sessions</h2>
<p>Ends every session of this account, including this one. Application passwords stay valid.</p>
${formOf(own, { action: 'everywhere' }, html`<div class="choices"><button>Sign out everywhere</button></div>`)}
<p class="after"><a href="${frame.path}/">Go to the start page</a></p>`;
  return pageOf(frame, { status, title: 'Passwords and sessions', isFault: fault !== undefined, body });
}

const invalidIf = (isInvalid: boolean): Html | false => isInvalid && html` aria-invalid="true"`;

const passwordForm = (own: AccountRequest, { user, field }: AccountView): Html =>
  formOf(
    own,
    { action: 'password' },
    html`<input type="text" name="username" value="${user.username}" autocomplete="username" hidden>
<label for="current_password">Current password</label>
<input type="password" id="current_password" name="current_password" autocomplete="current-password" maxlength="1024" required${invalidIf(field === 'current_password')}>
<label for="new_password">New password</label>
<input type="password" id="new_password" name="new_password" autocomplete="new-password" maxlength="1024" required${invalidIf(field === 'new_password')}>
<p class="hint soft">All other sessions end.</p>
<div class="choices"><button class="main">Change the password</button></div>`,
  );

const applicationPasswords = (
  own: AccountRequest,
  { field }: AccountView,
  passwords: readonly ApplicationPassword[],
): Html => html`<h2 class="list">Application passwords</h2>
${
  passwords.length === 0
    ? html`<p>None. Each application gets a password of its own, which can be revoked alone.</p>`
    : html`<ul class="where">${passwords.map((password) => passwordItem(own, password))}</ul>`
}
${formOf(
  own,
  { action: 'create' },
  html`<label for="name">Name of a new application</label>
<input type="text" id="name" name="name" maxlength="255" autocomplete="off" required${invalidIf(field === 'name')}>
<div class="choices"><button>Create an application password</button></div>`,
)}`;

const passwordItem = (
  own: AccountRequest,
  { uuid, name, createdAt, lastUsedAt, expiresAt }: ApplicationPassword,
): Html =>
  html`<li><strong>${name}</strong>
<span class="soft">Created ${day.format(createdAt)}, ${
    lastUsedAt === null ? 'never used' : `last used ${day.format(lastUsedAt)}`
  }${expiresAt !== null && `, expires ${day.format(expiresAt)}`}</span>
${formOf(own, { action: 'revoke', uuid }, html`<button class="plain" aria-label="Revoke ${name}">Revoke</button>`)}</li>`;

const formOf = ({ call, session }: AccountRequest, fields: Readonly<Record<string, string>>, content: Html): Html =>
  html`<form method="post" action="${call.admin.frame.path}/account">${hidden({
    ...fields,
    [NONCE_FIELD]: session.nonce(ACCOUNT_NONCE),
  })}
${content}
</form>`;
