import { DomainError } from '@backroom/core';
import type { ApplicationPassword } from '@backroom/core/identity';
import { commonStatus, OK } from '@backroom/core/interface';
import { PHONE_APP_ID, type PhoneStatus, phoneLink } from '@backroom/core/phones';
import type { RenderedPage } from '../common/write-answer.ts';
import type { BrowserSession } from '../credentials/browser-session.ts';
import type { AdminRequest, PageRoute } from './admin.ts';
import { isOwnForm } from './forms.ts';
import { codePage, PHONES_NONCE, phonesPage, statusPage } from './phone-views.ts';
import { toLogin } from './start.ts';

/** A request of a user who has signed in. */
export interface PhoneCall {
  readonly call: AdminRequest;
  readonly session: BrowserSession;
}

/** What the list of phones shows beside the phones. */
interface Notice {
  readonly status: number;
  readonly fault?: string;
  readonly done?: string;
}

/** RenderedPage on which a store manager signs in a phone, follows its sign-in, and signs out phones. */
export const phones: PageRoute = {
  get: (call) => signedIn(call, (own) => showPhones(own, { status: OK })),
  post: (call) =>
    signedIn(call, async (own) => {
      if (!isOwnForm(call, PHONES_NONCE))
        return showPhones(own, { status: commonStatus.forbidden, fault: 'This form was too old. Try again.' });
      const act = actions.get(call.given.get('action') ?? '');
      if (!act) return showPhones(own, { status: OK });
      try {
        return await act(own);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        const { status } = call.admin.refuse(error, call.request);
        return showPhones(own, { status, fault: error.message });
      }
    }),
};

const actions: ReadonlyMap<string, (own: PhoneCall) => Promise<RenderedPage>> = new Map([
  ['start', start],
  ['check', (own: PhoneCall) => showStatus(own)],
  ['approve', approve],
  ['revoke', revoke],
]);

const signedIn = async (call: AdminRequest, show: (own: PhoneCall) => Promise<RenderedPage>): Promise<RenderedPage> =>
  call.session ? show({ call, session: call.session }) : toLogin(call, `${call.admin.frame.path}/phones`);

async function showPhones(own: PhoneCall, notice: Notice): Promise<RenderedPage> {
  const { core } = own.call.admin;
  const { actor } = own.session;
  const { reason } = await core.phones.readPhoneAvailability(actor, { siteUrl: own.call.baseUrl });
  return phonesPage(own, { ...notice, reason, phones: await phonesOf(own) });
}

async function phonesOf({ call, session }: PhoneCall): Promise<readonly ApplicationPassword[]> {
  const all = await call.admin.core.identity.listApplicationPasswords(session.actor, { userId: 'me' });
  return all.filter(({ appId }) => appId === PHONE_APP_ID);
}

async function start(own: PhoneCall): Promise<RenderedPage> {
  const { call, session } = own;
  const { core } = call.admin;
  const { token, expiresAt } = await core.phones.issuePhoneToken(session.actor, { siteUrl: call.baseUrl });
  return showCode(own, token, expiresAt);
}

const showCode = ({ call, session }: PhoneCall, token: string, expiresAt: Date): Promise<RenderedPage> => {
  const { appScheme: scheme } = call.admin;
  const link = phoneLink({ scheme, method: 'qr', token, siteUrl: call.baseUrl });
  return codePage({ call, session }, { token, expiresAt, link });
};

async function showStatus(
  own: PhoneCall,
  fault?: { readonly status: number; readonly message: string },
): Promise<RenderedPage> {
  const { call, session } = own;
  const token = call.given.get('token') ?? '';
  const found: PhoneStatus = await call.admin.core.phones.readPhoneStatus(session.actor, { token });
  if (found.status === 'pending' && found.expiresAt) return showCode(own, token, found.expiresAt);
  return statusPage(own, { ...found, token, ...(fault && { fault }) });
}

/** A refused choice is shown together with the state that refused it. */
async function approve(own: PhoneCall): Promise<RenderedPage> {
  const { admin, given, request } = own.call;
  const choice = { token: given.get('token') ?? '', choice: given.get('choice') ?? '' };
  try {
    await admin.core.phones.approvePhone(own.session.actor, choice);
  } catch (error) {
    if (!(error instanceof DomainError) || !['conflict', 'gone'].includes(error.kind)) throw error;
    return showStatus(own, { status: admin.refuse(error, request).status, message: error.message });
  }
  return showStatus(own);
}

async function revoke(own: PhoneCall): Promise<RenderedPage> {
  const { admin, given } = own.call;
  await admin.core.phones.revokeOwnPhone(own.session.actor, { uuid: given.get('uuid') ?? '' });
  return showPhones(own, { status: OK, done: 'The phone is signed out.' });
}
