import { lookup, Resolver } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import { outboundFailed } from '@backroom/core/outbound';
import { demandPublic, type OutboundTarget } from './target-rules.ts';

/** Addresses by which a host may be connected to. */
export type Addresses = readonly string[];

/** Resolves a host name to all of its addresses; rejects when there are none. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<Addresses>;

/** By the resolver of the system: its hosts file, its name servers. */
const bySystem: ResolveName = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);

/** By these name servers, such as `10.0.0.2` or `127.0.0.1:5353`. */
const byServers = (servers: readonly string[]): ResolveName => {
  return async (name, signal) => {
    const resolver = new Resolver({ tries: 2 });
    resolver.setServers(servers);
    signal.addEventListener('abort', () => resolver.cancel(), { once: true });
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
};

export const resolverOf = (servers: readonly string[] | undefined): ResolveName =>
  servers === undefined ? bySystem : byServers(servers);

/**
 * The addresses of a target, each of them checked unless the target is exempt. One address that is not public refuses the
 * whole host.
 * @throws DomainError `outbound_refused`, `outbound_failed`
 */
export async function addressesOf(
  target: OutboundTarget,
  resolve: ResolveName,
  signal: AbortSignal,
): Promise<Addresses> {
  const literal = target.host.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0) return [literal];
  const addresses = await Promise.race([resolve(target.host, signal), aborted(signal)]).catch(() => []);
  signal.throwIfAborted();
  if (addresses.length === 0) throw outboundFailed('the host name has no address');
  if (!target.isExempt) for (const address of addresses) demandPublic(address);
  return addresses;
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** Answers with these addresses whatever name is looked up, so a connection cannot go anywhere else. */
export const pinnedLookup =
  (addresses: Addresses) =>
  (
    _name: string,
    { all }: { readonly all?: boolean | undefined },
    done: (error: null, found: string | { address: string; family: number }[], family?: number) => void,
  ): void => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    if (all) done(null, found);
    else done(null, found[0]?.address ?? '', found[0]?.family);
  };
