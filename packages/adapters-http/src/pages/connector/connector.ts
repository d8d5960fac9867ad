import { DomainError } from '@backroom/core';
import { originOf, type PairingReport, returnAddress } from '@backroom/core/connector';
import { commonStatus, FOUND, OK } from '@backroom/core/interface';
import type { RenderedPage } from '../../common/write-answer.ts';
import type { AdminRequest, PageRoute } from '../admin.ts';
import { isOwnForm, NONCE_FIELD } from '../forms.ts';
import { html } from '../html.ts';
import { faultBox, goTo, hidden, pageOf } from '../layout.ts';
import { type SignedInRequest, signedInAt } from '../start.ts';
import { choicesOf, pairingOf } from './connector-views.ts';

/** Purpose of the nonce of the forms. */
const NONCE = 'connector';

const signedIn = signedInAt((call) => addressOf(call, call.admin.frame.path));

/** Outcome of a form. */
interface Outcome {
  readonly status: number;
  readonly fault?: string;
  readonly done?: string;
}

/** Pairing with another site: begins one, approves or refuses the request of the other site, ends one. Works without script. */
export const connector: PageRoute = {
  get: (call) => signedIn(call, (own) => overview(own, { status: OK })),
  post: (call) =>
    signedIn(call, async (own) => {
      if (!isOwnForm(call, NONCE))
        return overview(own, { status: commonStatus.forbidden, fault: 'This form was too old. Try again.' });
      try {
        return await decide(own);
      } catch (error) {
        if (!(error instanceof DomainError) || error.kind === 'forbidden') throw error;
        return overview(own, { status: commonStatus.conflict, fault: error.message });
      }
    }),
};

/** The page with the address that the browser returns to afterwards. */
function addressOf({ given }: AdminRequest, pages: string): string {
  const target = given.get('redirect_url');
  return `${pages}/connector${target === undefined ? '' : `?redirect_url=${encodeURIComponent(target)}`}`;
}

/** Does what the pressed button says. */
async function decide(own: SignedInRequest): Promise<RenderedPage> {
  const { call, session } = own;
  const { connector: pairing } = call.admin.core;
  const siteId = call.given.get('site_id') ?? '';
  if (call.given.has('pair')) {
    const { authorizeUrl } = await pairing.beginPairing(session.actor, { siteUrl: call.baseUrl });
    const back = addressOf(call, `${call.baseUrl}/${call.admin.adminPath}`);
    return goTo(FOUND, `${authorizeUrl}?redirect_url=${encodeURIComponent(back)}`);
  }
  if (call.given.has('approve')) {
    const { state } = await pairing.approvePairing(session.actor, { siteId });
    return returned(
      own,
      state === 'paired' ? 'The sites are paired.' : 'Approved. The other site has not answered yet.',
    );
  }
  if (call.given.has('reject')) {
    await pairing.rejectPairing(session.actor, { siteId });
    return overview(own, { status: OK, done: 'The request is refused.' });
  }
  if (call.given.has('check')) {
    const statistics = await pairing.checkPairing(session.actor, {});
    return overview(own, {
      status: OK,
      done: `The other site answers, with ${Object.keys(statistics).length} statistics.`,
    });
  }
  if (call.given.has('unpair')) {
    const { isAnnounced } = await pairing.unpairSite(session.actor, {});
    const rest = isAnnounced ? '' : ' The other site ends it at its next exchange.';
    return overview(own, { status: OK, done: `The pairing is ended.${rest}` });
  }
  return overview(own, { status: OK });
}

/** Returns to the site where the pairing began, or shows the outcome. */
async function returned(own: SignedInRequest, done: string): Promise<RenderedPage> {
  const target = returnTarget(own, await own.call.admin.core.connector.showPairing(own.session.actor, {}));
  return target === undefined ? overview(own, { status: OK, done }) : goTo(FOUND, target);
}

function returnTarget({ call }: SignedInRequest, { state, remote }: PairingReport): string | undefined {
  const wanted = call.given.get('redirect_url');
  if (wanted === undefined || (state !== 'paired' && state !== 'approved')) return undefined;
  const places = { baseUrl: call.baseUrl, remoteUrl: remote?.url ?? null, settings: call.admin.site };
  return returnAddress(wanted, places);
}

async function overview(own: SignedInRequest, { status, fault, done }: Outcome): Promise<RenderedPage> {
  const { call, session } = own;
  const { frame } = call.admin;
  const report = await call.admin.core.connector.showPairing(session.actor, {});
  const target = call.request.method === 'GET' ? returnTarget(own, report) : undefined;
  if (target !== undefined) return goTo(FOUND, target);
  const wanted = call.given.get('redirect_url');
  const fields = {
    [NONCE_FIELD]: session.nonce(NONCE),
    site_id: report.remote?.siteId ?? '',
    ...(wanted !== undefined && { redirect_url: wanted }),
  };
  const other = originOf(report.remote?.url ?? report.address ?? '');
  const choices = choicesOf(report);
  const body = html`${fault !== undefined && faultBox(fault)}${
    done !== undefined && html`<div class="box" role="status"><p>${done}</p></div>`
  }
${pairingOf(report)}
${
  choices !== undefined &&
  html`<form method="post" action="${frame.path}/connector">${hidden(fields)}<div class="choices aside">${choices}</div></form>`
}
<p><a href="${frame.path}/">Go to the start page</a></p>`;
  const formTargets = other === undefined ? [] : [other];
  return pageOf(frame, { status, title: 'Pairing with another site', isFault: fault !== undefined, body, formTargets });
}
