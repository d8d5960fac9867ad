import type { MarketConnection, MarketplacePorts } from '../ports.ts';

/** Purpose of the encryption of access tokens. */
export const MARKET_TOKEN = 'market.token';
/** The option of the connected account: `{ email }`, or null. */
export const MARKET_ACCOUNT = 'shop_market_account';

/** A connection without request and credentials. */
export const disconnected: MarketConnection = {
  requestExpiresAt: null,
  sealedToken: null,
  connectedAt: null,
  connectedBy: null,
};

/** The access token of the connected account; undefined without a connection, or if no key opens it. */
export async function accessTokenOf({
  marketConnection,
  secretBox,
}: Pick<MarketplacePorts, 'marketConnection' | 'secretBox'>): Promise<string | undefined> {
  const { sealedToken } = await marketConnection.read();
  return sealedToken === null ? undefined : secretBox.open(sealedToken, MARKET_TOKEN);
}
