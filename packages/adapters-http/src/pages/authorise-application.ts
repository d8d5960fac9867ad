import { DomainError, inGroupsOfFour, isSafeTransport } from '@backroom/core';
import { commonStatus, FOUND, OK } from '@backroom/core/rest';
import type { BrowserSession } from '../browser-session.ts';
import type { Page } from '../write-answer.ts';
import type { PageVisit, Place } from './admin.ts';
import { type AuthorisationRequest, questionAddress, readAuthorisation, withQuery } from './authorisation-request.ts';
import { authorisationPage, newPasswordPage, unavailablePage, wrongRequestPage } from './authorisation-views.ts';
import { isOwnForm } from './forms.ts';
import { goTo } from './layout.ts';
import { toLogin } from './start.ts';

/** A request of an application that somebody who has signed in is looking at. */
export interface Asked {
  readonly visit: PageVisit;
  readonly session: BrowserSession;
  readonly request: AuthorisationRequest;
}

/** Where an application asks the person at the browser for a password of its own. */
export const authorisation: Place = {
  get: (visit) => examined(visit, (asked) => showQuestion(asked, { status: OK })),
  post: (visit) =>
    examined(visit, async (asked) => {
      if (!isOwnForm(visit, 'authorise'))
        return showQuestion(asked, {
          status: commonStatus.forbidden,
          fault: 'This form was too old. Look at it again.',
        });
      if (visit.given.has('reject')) return goTo(FOUND, rejection(asked));
      return visit.given.has('approve') ? approve(asked) : showQuestion(asked, { status: OK });
    }),
};

/** Everything that is checked before the question is put, in the order in which one fault hides another. */
async function examined(visit: PageVisit, show: (asked: Asked) => Promise<Page>): Promise<Page> {
  const { admin, session, given } = visit;
  let request: AuthorisationRequest;
  if (!session) return toLogin(visit, questionAddress(visit));
  try {
    request = readAuthorisation(given, { isLocal: admin.site.siteEnvironment === 'local' });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return wrongRequestPage(visit, error);
  }
  const asked: Asked = { visit, session, request };
  if (/^basic\b/i.test(visit.request.header('authorization') ?? ''))
    return unavailablePage(
      asked,
      'This page is behind a password of the web server. Applications cannot sign in through that with passwords of their own.',
    );
  if (!isSafeTransport(admin.site, session.actor))
    return unavailablePage(asked, 'Application passwords are available over HTTPS only.');
  if (session.actor.mustChangePassword)
    return unavailablePage(asked, 'Your account has to get a new password before it can give any to applications.');
  return show(asked);
}

const rejection = ({ visit, request }: Asked): string => request.rejectUrl || `${visit.admin.frame.path}/`;

async function showQuestion(
  asked: Asked,
  shown: { readonly status: number; readonly fault?: string; readonly isNameWrong?: boolean },
): Promise<Page> {
  const { visit, session, request } = asked;
  const { identity } = visit.admin.core;
  const all = request.appId === '' ? [] : await identity.listApplicationPasswords(session.actor, { userId: 'me' });
  const earlier = all.filter(({ appId }) => appId === request.appId);
  return authorisationPage(asked, { ...shown, earlier });
}

async function approve(asked: Asked): Promise<Page> {
  const { visit, session, request } = asked;
  const { core } = visit.admin;
  try {
    const { password, secret } = await core.identity.createApplicationPassword(session.actor, {
      userId: 'me',
      name: visit.given.get('app_name') ?? '',
      appId: request.appId,
      replacesEarlier: visit.given.has('replace'),
    });
    if (request.successUrl === '')
      return newPasswordPage(asked, { name: password.name, secret: inGroupsOfFour(secret) });
    const user = session.actor.username ?? '';
    return goTo(FOUND, withQuery(request.successUrl, { site_url: visit.baseUrl, user_login: user, password: secret }));
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
    if (error.kind === 'switched-off') return unavailablePage(asked, error.message);
    const isNameWrong = error.kind === 'invalid';
    const status = isNameWrong ? commonStatus.malformed : commonStatus.forbidden;
    return showQuestion(asked, { status, fault: error.message, isNameWrong });
  }
}
