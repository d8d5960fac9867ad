import { DomainError } from '@backroom/core';
import { type ApplicationPassword, inGroupsOfFour, offersApplicationPasswords } from '@backroom/core/identity';
import { commonStatus, OK, SEE_OTHER } from '@backroom/core/interface';
import type { RenderedPage } from '../../common/write-answer.ts';
import type { BrowserSession } from '../../credentials/browser-session.ts';
import type { AdminRequest, PageRoute } from '../admin.ts';
import { newPasswordPage } from '../authorisation-views.ts';
import { isOwnForm } from '../forms.ts';
import { goTo } from '../layout.ts';
import { toLogin } from '../start.ts';
import { ACCOUNT_NONCE, type AccountNotice, accountPage } from './account-views.ts';

/** A request of a signed-in user. */
export interface AccountRequest {
  readonly call: AdminRequest;
  readonly session: BrowserSession;
}

/** Page on which users change their password, manage their application passwords, and end their sessions. */
export const account: PageRoute = {
  get: (call) => signedIn(call, (own) => show(own, { status: OK, done: outcomes.get(call.given.get('done') ?? '') })),
  post: (call) =>
    signedIn(call, async (own) => {
      if (!isOwnForm(call, ACCOUNT_NONCE))
        return show(own, { status: commonStatus.forbidden, fault: 'This form was too old. Try again.' });
      const act = actions.get(call.given.get('action') ?? '');
      if (!act) return show(own, { status: OK });
      try {
        return await act(own);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return show(own, { status: call.admin.refuse(error, call.request).status, ...faultOf(error) });
      }
    }),
};

/** Messages after a redirect, by the value of `done` in the address. */
const outcomes: ReadonlyMap<string, string> = new Map([
  ['password', 'Your password is changed. All other sessions have ended.'],
  ['revoked', 'The application password is revoked.'],
]);

const actions: ReadonlyMap<string, (own: AccountRequest) => Promise<RenderedPage>> = new Map([
  ['password', changePassword],
  ['create', createPassword],
  ['revoke', revokePassword],
  ['everywhere', signOutEverywhere],
]);

const signedIn = async (
  call: AdminRequest,
  next: (own: AccountRequest) => Promise<RenderedPage>,
): Promise<RenderedPage> =>
  call.session ? next({ call, session: call.session }) : toLogin(call, `${call.admin.frame.path}/account`);

/** The field that a refusal names, so that the page can link to it. */
function faultOf({ message, details }: DomainError): Pick<AccountNotice, 'fault' | 'field'> {
  const member = details.fields?.[0]?.path[0];
  const field = fieldsByMember.get(String(member));
  return { fault: details.fields?.[0]?.message ?? message, ...(field && { field }) };
}

const fieldsByMember: ReadonlyMap<string, AccountNotice['field']> = new Map([
  ['currentPassword', 'current_password'],
  ['newPassword', 'new_password'],
  ['name', 'name'],
]);

async function show(own: AccountRequest, notice: AccountNotice): Promise<RenderedPage> {
  const { core } = own.call.admin;
  const user = await core.identity.readOwnUser(own.session.actor, {});
  return accountPage(own, { ...notice, user, passwords: await passwordsOf(own) });
}

/** Undefined where the account cannot have application passwords. */
async function passwordsOf({ call, session }: AccountRequest): Promise<readonly ApplicationPassword[] | undefined> {
  const { admin } = call;
  if (session.actor.mustChangePassword || !offersApplicationPasswords(admin.site, session.actor)) return undefined;
  return admin.core.identity.listApplicationPasswords(session.actor, { userId: 'me' });
}

async function changePassword({ call, session }: AccountRequest): Promise<RenderedPage> {
  const { admin, given, request } = call;
  const { accessToken } = await admin.core.identity.changeOwnPassword(session.actor, {
    currentPassword: given.get('current_password') ?? '',
    newPassword: given.get('new_password') ?? '',
  });
  const cookie = admin.sessions.begin(request, accessToken);
  return goTo(SEE_OTHER, `${admin.frame.path}/account?done=password`, cookie);
}

async function createPassword(own: AccountRequest): Promise<RenderedPage> {
  const { admin, given } = own.call;
  const { password, secret } = await admin.core.identity.createApplicationPassword(own.session.actor, {
    userId: 'me',
    name: given.get('name') ?? '',
  });
  return newPasswordPage(own, {
    name: password.name,
    secret: inGroupsOfFour(secret),
    title: 'Application password',
    next: '/account',
  });
}

async function revokePassword({ call, session }: AccountRequest): Promise<RenderedPage> {
  const { admin, given } = call;
  await admin.core.identity.deleteApplicationPassword(session.actor, {
    userId: 'me',
    uuid: given.get('uuid') ?? '',
  });
  return goTo(SEE_OTHER, `${admin.frame.path}/account?done=revoked`);
}

async function signOutEverywhere({ call, session }: AccountRequest): Promise<RenderedPage> {
  const { admin, request } = call;
  await admin.core.identity.logOutEverywhere(session.actor, {});
  return toLogin(call, `${admin.frame.path}/`, admin.sessions.end(request));
}
