import { DomainError } from '@backroom/core';
import { commonStatus, OK } from '@backroom/core/interface';
import { type CatalogueReport, KEY_LENGTH, maskedKey, type Subscription } from '@backroom/core/marketplace';
import type { RenderedPage } from '../common/write-answer.ts';
import type { PageRoute } from './admin.ts';
import { isOwnForm, NONCE_FIELD } from './forms.ts';
import { type Html, html } from './html.ts';
import { faultBox, hidden, pageOf } from './layout.ts';
import { type SignedInRequest, signedInAt } from './start.ts';

/** Purpose of the nonce of the forms. */
const NONCE = 'market';

const signedIn = signedInAt(({ admin }) => `${admin.frame.path}/market`);

/** Extension catalogue and licences: connects a licence key, or an account of the licence server. Works without script. */
export const market: PageRoute = {
  get: (call) => signedIn(call, (own) => overview(own, { status: OK })),
  post: (call) =>
    signedIn(call, async (own) => {
      if (!isOwnForm(call, NONCE))
        return overview(own, { status: commonStatus.forbidden, fault: 'This form was too old. Try again.' });
      const token = call.given.get('request_token');
      return token === null || token === undefined ? connect(own) : finish(own, token);
    }),
};

interface Shown {
  readonly status: number;
  readonly fault?: string;
  readonly done?: string;
}

async function connect(own: SignedInRequest): Promise<RenderedPage> {
  const { call, session } = own;
  const productKey = (call.given.get('product_key') ?? '').trim().slice(0, KEY_LENGTH + 1);
  return changed(own, 'The licence is connected with this site.', () =>
    call.admin.core.marketplace.connectLicence(session.actor, { productKey, site: call.baseUrl }),
  );
}

const finish = (own: SignedInRequest, requestToken: string): Promise<RenderedPage> =>
  changed(own, 'The account is connected.', () =>
    own.call.admin.core.marketplace.finishMarketConnection(own.session.actor, { requestToken }),
  );

async function changed(own: SignedInRequest, done: string, change: () => Promise<unknown>): Promise<RenderedPage> {
  try {
    await change();
    return await overview(own, { status: OK, done });
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === 'forbidden') throw error;
    return overview(own, { status: commonStatus.malformed, fault: error.message });
  }
}

async function overview(own: SignedInRequest, { status, fault, done }: Shown): Promise<RenderedPage> {
  const { call, session } = own;
  const { marketplace } = call.admin.core;
  const report = await marketplace.showCatalogue(session.actor, {});
  const list = await marketplace.listSubscriptions(session.actor, { site: call.baseUrl });
  const token = call.request.query.find(([name]) => name === 'request_token')?.[1];
  const body = html`${fault !== undefined && faultBox(fault)}${
    done !== undefined && html`<div class="box" role="status"><p>${done}</p></div>`
  }
${token !== undefined && finishForm(own, token)}
${catalogueOf(report)}
<h2>Licences</h2>
${list.length === 0 ? html`<p>None.</p>` : html`<ul>${list.map(licenceOf)}</ul>`}
<form method="post" action="${call.admin.frame.path}/market">${hidden({ [NONCE_FIELD]: session.nonce(NONCE) })}
<label for="product_key">Licence key</label>
<input id="product_key" name="product_key" required maxlength="${String(KEY_LENGTH)}" autocomplete="off" spellcheck="false">
<div class="choices aside"><button class="main">Connect this site</button></div></form>
<p><a href="${call.admin.frame.path}/">Go to the start page</a></p>`;
  return pageOf(call.admin.frame, { status, title: 'Extensions and licences', isFault: fault !== undefined, body });
}

const finishForm = ({ call, session }: SignedInRequest, token: string): Html =>
  html`<form method="post" action="${call.admin.frame.path}/market">${hidden({
    [NONCE_FIELD]: session.nonce(NONCE),
    request_token: token,
  })}<p>The licence server allows a connection with this site.</p>
<div class="choices aside"><button class="main">Connect the account</button></div></form>`;

const catalogueOf = ({ source, isUsed, products, state }: CatalogueReport): Html =>
  source === null
    ? html`<p>No extension catalogue is configured (CATALOG_URL).</p>`
    : html`<dl>
<dt>Catalogue</dt><dd>${isUsed ? `Version ${state.version}, ${products} products` : 'No copy is in use'}</dd>
<dt>Signature</dt><dd>${state.keyId === null ? 'Not checked: nothing can be installed' : `Valid, key ${state.keyId}`}</dd>
${state.checkedAt !== null && html`<dt>Last read</dt><dd>${momentOf(state.checkedAt)}</dd>`}
${state.fault !== null && html`<dt>Fault</dt><dd>${state.fault.message}</dd>`}
</dl>`;

const licenceOf = ({ licence, product, site, now }: Subscription): Html => {
  const { productKey, productId, expiresAt, sites } = licence;
  const isOver = expiresAt !== null && expiresAt <= now;
  const end = expiresAt === null ? 'without end' : `${isOver ? 'expired on' : 'until'} ${momentOf(expiresAt)}`;
  return html`<li>${product?.name ?? `Product ${productId}`}, key ${maskedKey(productKey)}, ${end}, ${
    sites.includes(site) ? 'connected' : 'not connected'
  }</li>`;
};

const momentOf = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
