import { DomainError } from '../../kernel/errors.ts';
import type { Schema } from '../../kernel/schema.ts';
import { useCase } from '../../kernel/use-case.ts';
import { marketConnectionFailed, marketNotConfigured, paymentsNotConfigured } from '../errors.ts';
import { accepted, callServer } from '../licences/terms.ts';
import { marketUrl } from '../market/authorize-url.ts';
import { disconnected, MARKET_ACCOUNT, MARKET_TOKEN } from '../market/credentials.ts';
import type { MarketplacePorts } from '../ports.ts';

/** Addresses of the site that is connected. */
export interface MarketRequestInput {
  readonly homeUrl: string;
  /** The page for licence keys, where the licence server sends the browser afterwards. */
  readonly page: string;
}

/** Time (ms) to finish a request. */
const REQUEST_LIFETIME = 3_600_000;
const word: Schema = { type: 'string', minLength: 1, maxLength: 1_000, required: true };
const requested: Schema = { type: 'object', properties: { secret: word } };
const exchanged: Schema = {
  type: 'object',
  properties: { access_token: word, email: { type: 'string', maxLength: 254, default: '' } },
};
const target = { type: 'marketplace', id: 'account' };

/**
 * Returns the address where an administrator connects the installation with an account: at the licence server, or without one
 * the page of this installation that asks for licence keys.
 * @throws DomainError `shop_market_not_configured`, `shop_rest_helper_connect`
 */
export const requestMarketConnection = useCase(
  {
    access: 'manage_extensions',
    effect: 'write',
    transaction: 'own',
    repeats: 'marked',
    audit: 'marketplace.request',
    refusals: { 'switched-off': ['shop_market_not_configured'], misconfigured: ['shop_rest_helper_connect'] },
  },
  (ports: MarketplacePorts) =>
    async (_, { homeUrl, page }: MarketRequestInput, { note, inUnit }): Promise<string> => {
      note({ target });
      const { licenceServer, settings, marketConnection, clock } = ports;
      if (licenceServer.address === null) {
        if (settings.catalogueKeys.length === 0) throw marketNotConfigured();
        note({ target, isIdle: true });
        return page;
      }
      const { secret } = await asked<{ readonly secret: string }>(ports, requested, {
        path: 'tokens',
        body: { home_url: homeUrl, redirect_uri: page },
      });
      const url = marketUrl(licenceServer.address, { homeUrl, redirectUri: page, secret });
      return inUnit(async () => {
        await marketConnection.save({
          ...(await marketConnection.hold()),
          requestExpiresAt: new Date(clock.now().getTime() + REQUEST_LIFETIME),
        });
        return url;
      });
    },
);

/** The token that the licence server gave the browser. */
export interface FinishMarketInput {
  readonly requestToken: string;
}

/**
 * Exchanges the token of a request for an access token, which is stored encrypted. A failure clears stored credentials.
 * @throws DomainError `shop_market_not_configured`, `shop_rest_helper_connect`
 */
export const finishMarketConnection = useCase(
  {
    access: 'manage_extensions',
    effect: 'write',
    transaction: 'own',
    repeats: 'marked',
    audit: 'marketplace.connect',
    refusals: { 'switched-off': ['shop_market_not_configured'], misconfigured: ['shop_rest_helper_connect'] },
  },
  (ports: MarketplacePorts) =>
    async ({ userId }, { requestToken }: FinishMarketInput, { note, inUnit }): Promise<void> => {
      note({ target });
      const { licenceServer, marketConnection, secretBox, clock, options, unitOfWork } = ports;
      if (licenceServer.address === null) throw marketNotConfigured();
      const write = async (sealedToken: string | null, account: object | null) => {
        const at = clock.now();
        await marketConnection.hold();
        const made = { ...disconnected, sealedToken, connectedAt: at, connectedBy: userId ?? null };
        await marketConnection.save(sealedToken === null ? disconnected : made);
        await options.write(new Map([[MARKET_ACCOUNT, account]]), at);
      };
      try {
        const { requestExpiresAt } = await marketConnection.read();
        if (requestExpiresAt === null || requestExpiresAt <= clock.now()) throw marketConnectionFailed();
        const given = await asked<{ readonly accessToken: string; readonly email: string }>(ports, exchanged, {
          path: 'tokens/exchange',
          body: { request_token: requestToken },
        });
        const sealed = secretBox.seal(given.accessToken, MARKET_TOKEN);
        await inUnit(() => write(sealed, given.email === '' ? {} : { email: given.email }));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        await unitOfWork.run(() => write(null, null));
        throw error.code === 'shop_rest_helper_connect' ? error : marketConnectionFailed(error);
      }
    },
);

interface SiteInput {
  readonly homeUrl: string;
}

/**
 * Returns the address where the account for payments is set up.
 * @throws DomainError `shop_payments_not_configured`
 */
export const beginPaymentOnboarding = useCase(
  {
    access: 'manage_extensions',
    effect: 'write',
    transaction: 'own',
    repeats: 'marked',
    audit: 'payments.connect',
    refusals: { 'switched-off': ['shop_payments_not_configured'] },
  },
  ({ paymentOnboarding }: MarketplacePorts) =>
    async ({ userId }, { homeUrl }: SiteInput, { note }): Promise<string> => {
      note({ target: { type: 'partner', id: 'payments' } });
      if (!paymentOnboarding.isConfigured) throw paymentsNotConfigured();
      return paymentOnboarding.begin({ homeUrl, userId });
    },
);

/**
 * Returns the address where the account at another partner is set up.
 * @throws DomainError `shop_payments_not_configured`
 */
export const beginPartnerOnboarding = useCase(
  {
    access: 'manage_extensions',
    effect: 'write',
    transaction: 'own',
    repeats: 'marked',
    audit: 'partner.connect',
    refusals: { 'switched-off': ['shop_payments_not_configured'] },
  },
  ({ partnerOnboarding }: MarketplacePorts) =>
    async ({ userId }, { homeUrl }: SiteInput, { note }): Promise<string> => {
      note({ target: { type: 'partner', id: 'partner' } });
      if (!partnerOnboarding.isConfigured) throw paymentsNotConfigured();
      return partnerOnboarding.begin({ homeUrl, userId });
    },
);

/** A call to the licence server whose failures concern the connection. */
async function asked<T>(ports: MarketplacePorts, schema: Schema, call: Parameters<typeof callServer>[1]): Promise<T> {
  try {
    return accepted<T>(schema, await callServer(ports, call));
  } catch (error) {
    throw error instanceof DomainError ? marketConnectionFailed(error) : error;
  }
}
