import { DomainError } from '../../kernel/errors.ts';
import { useCase } from '../../kernel/use-case.ts';
import { connectorNotActive } from '../errors.ts';
import { currentPairing, target } from '../pairing.ts';
import type { ConnectorPorts } from '../ports.ts';
import { acceptRedirect } from '../redirect.ts';
import { type BegunPairing, startPairing } from '../start-pairing.ts';

/** Where a browser goes on after the pairing. */
export interface ConnectInput {
  readonly baseUrl: string;
  /** The page of this installation for the connector. */
  readonly page: string;
  readonly redirectUrl: string | undefined;
}

const withRedirect = (page: string, redirectUrl: string): string =>
  `${page}?redirect_url=${encodeURIComponent(redirectUrl)}`;

/**
 * The page of this installation where the pairing begins.
 * @throws DomainError `shop_rest_connector_not_active`, `validation_failed`
 */
export const readConnectAddress = useCase(
  {
    access: 'manage_extensions',
    effect: 'read',
    refusals: { 'not-found': ['shop_rest_connector_not_active'], invalid: ['validation_failed'] },
  },
  ({ siteConnector, settings }: ConnectorPorts) =>
    async (_, { baseUrl, page, redirectUrl }: ConnectInput): Promise<string> => {
      if (siteConnector.address === null) throw connectorNotActive();
      return redirectUrl === undefined ? page : withRedirect(page, acceptRedirect(redirectUrl, { baseUrl, settings }));
    },
);

/** The address where an administrator of the other site approves, or why there is none. */
export interface AuthorizationAddress {
  readonly url: string;
  readonly errors: readonly string[];
}

/** A request for that address. */
export interface AuthorizationInput extends ConnectInput {
  readonly redirectUrl: string;
  /** Label of the place where the pairing began. */
  readonly from: string;
}

/**
 * The address where an administrator of the other site approves; a pairing is begun first unless there is one. Afterwards the
 * browser returns to the page of this installation, which leads on to `redirectUrl`. Failures are part of the result.
 */
export const authorizeConnector = useCase(
  { access: 'manage_extensions', effect: 'write', transaction: 'own', audit: 'connector.authorize' },
  (ports: ConnectorPorts) =>
    async ({ userId = null }, input: AuthorizationInput, context): Promise<AuthorizationAddress> => {
      context.note({ target, isIdle: true });
      try {
        const { page, from } = input;
        const redirectUrl = acceptRedirect(input.redirectUrl, { baseUrl: input.baseUrl, settings: ports.settings });
        const start = () => startPairing(ports, { siteUrl: input.baseUrl, userId }, context);
        const { authorizeUrl } = (await known(ports)) ?? (await start());
        const back = encodeURIComponent(withRedirect(page, redirectUrl));
        return { url: `${authorizeUrl}?redirect_url=${back}&from=${encodeURIComponent(from)}`, errors: [] };
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        context.note({ target, reason: error.code });
        return { url: '', errors: [error.message] };
      }
    },
);

/** The address of a pairing that was begun here before. */
async function known({
  connectorPairing,
  clock,
}: ConnectorPorts): Promise<Pick<BegunPairing, 'authorizeUrl'> | undefined> {
  const { state, remote } = currentPairing(await connectorPairing.read(), clock.now());
  const isOpen = state === 'requested' || state === 'paired';
  return isOpen && remote && remote.page !== '' ? { authorizeUrl: remote.page } : undefined;
}
