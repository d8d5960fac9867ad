import { DomainError } from '@backroom/core';
import { inGroupsOfFour, offersApplicationPasswords } from '@backroom/core/identity';
import { commonStatus, FOUND, OK } from '@backroom/core/interface';
import type { RenderedPage } from '../common/write-answer.ts';
import type { BrowserSession } from '../credentials/browser-session.ts';
import type { AdminRequest, PageRoute } from './admin.ts';
import { type AuthorisationRequest, questionAddress, readAuthorisation, withQuery } from './authorisation-request.ts';
import { authorisationPage, newPasswordPage, unavailablePage, wrongRequestPage } from './authorisation-views.ts';
import { isOwnForm } from './forms.ts';
import { goTo } from './layout.ts';
import { toLogin } from './start.ts';

/** An authorisation request reviewed by a logged-in user. */
export interface ConsentRequest {
  readonly call: AdminRequest;
  readonly session: BrowserSession;
  readonly request: AuthorisationRequest;
}

/** Consent page on which a user grants an application a password of its own. */
export const authorisation: PageRoute = {
  get: (call) => examined(call, (consent) => showQuestion(consent, { status: OK })),
  post: (call) =>
    examined(call, async (consent) => {
      if (!isOwnForm(call, 'authorise'))
        return showQuestion(consent, {
          status: commonStatus.forbidden,
          fault: 'This form was too old. Look at it again.',
        });
      if (call.given.has('reject')) return goTo(FOUND, rejection(consent));
      return call.given.has('approve') ? approve(consent) : showQuestion(consent, { status: OK });
    }),
};

/** Runs all checks before the consent form, in the order in which one error hides the next. */
async function examined(
  call: AdminRequest,
  show: (consent: ConsentRequest) => Promise<RenderedPage>,
): Promise<RenderedPage> {
  const { admin, session, given } = call;
  let request: AuthorisationRequest;
  if (!session) return toLogin(call, questionAddress(call));
  try {
    request = readAuthorisation(given, { isLocal: admin.site.siteEnvironment === 'local' });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return wrongRequestPage(call, error);
  }
  const consent: ConsentRequest = { call, session, request };
  if (/^basic\b/i.test(call.request.header('authorization') ?? ''))
    return unavailablePage(
      consent,
      'This page is behind a password of the web server. Applications cannot sign in through that with passwords of their own.',
    );
  if (!offersApplicationPasswords(admin.site, session.actor))
    return unavailablePage(consent, 'Application passwords are switched off, or available over HTTPS only.');
  if (session.actor.mustChangePassword)
    return unavailablePage(consent, 'Your account has to get a new password before it can give any to applications.');
  return show(consent);
}

const rejection = ({ call, request }: ConsentRequest): string => request.rejectUrl || `${call.admin.frame.path}/`;

async function showQuestion(
  consent: ConsentRequest,
  shown: { readonly status: number; readonly fault?: string; readonly isNameWrong?: boolean },
): Promise<RenderedPage> {
  const { call, session, request } = consent;
  const { identity } = call.admin.core;
  const all = request.appId === '' ? [] : await identity.listApplicationPasswords(session.actor, { userId: 'me' });
  const earlier = all.filter(({ appId }) => appId === request.appId);
  return authorisationPage(consent, { ...shown, earlier });
}

async function approve(consent: ConsentRequest): Promise<RenderedPage> {
  const { call, session, request } = consent;
  const { core } = call.admin;
  try {
    const { password, secret } = await core.identity.createApplicationPassword(session.actor, {
      userId: 'me',
      name: call.given.get('app_name') ?? '',
      appId: request.appId,
      replacesEarlier: call.given.has('replace'),
    });
    if (request.successUrl === '')
      return newPasswordPage(consent, { name: password.name, secret: inGroupsOfFour(secret) });
    const user = session.actor.username ?? '';
    return goTo(FOUND, withQuery(request.successUrl, { site_url: call.baseUrl, user_login: user, password: secret }));
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
    if (error.kind === 'switched-off') return unavailablePage(consent, error.message);
    const isNameWrong = error.kind === 'invalid';
    const status = isNameWrong ? commonStatus.malformed : commonStatus.forbidden;
    return showQuestion(consent, { status, fault: error.message, isNameWrong });
  }
}
