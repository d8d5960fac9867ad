import type { FieldProblem } from '@backroom/core';
import type {
  CertificateSummary,
  Directory,
  DirectoryAccess,
  DirectoryAnswer,
  DirectoryPerson,
  DirectoryProbe,
  DirectorySettings,
  ProbePerson,
} from '@backroom/core/identity';
import { HostRules } from './addresses.ts';
import { authenticate } from './authenticate.ts';
import type { DirectoryRequest } from './directory-request.ts';
import { asUnavailable } from './failure.ts';
import { findByExternalId, people } from './people.ts';
import { Probe } from './probe.ts';
import { certificatesIn, faultsOf } from './settings-faults.ts';

/** Total timeout of a login, a test or a look-up of one person, whatever the settings allow each step. */
const TOTAL_TIMEOUT_MS = 20_000;

/** Restrictions of the installation. */
export interface LdaptsDirectoryResources {
  /** Permitted host names, addresses and networks (CIDR); all but the blocked networks when absent or empty. */
  readonly allowedHosts?: readonly string[];
}

/**
 * A directory over LDAP, through `ldapts`.
 *
 * Connections, TLS and limits on input are implemented here; the library speaks LDAP over an open stream. Link-local
 * addresses, where clouds serve credentials, are always refused.
 */
export class LdaptsDirectory implements Directory {
  readonly #hosts: HostRules;

  /** @throws RangeError when an allowed host is neither a host name, an address nor a network */
  constructor({ allowedHosts }: LdaptsDirectoryResources = {}) {
    this.#hosts = new HostRules(allowedHosts);
  }

  faultsOf(settings: DirectorySettings): readonly FieldProblem[] {
    return faultsOf(settings, this.#hosts);
  }

  certificatesIn(pem: string): readonly CertificateSummary[] {
    return certificatesIn(pem);
  }

  async authenticate(access: DirectoryAccess, username: string, password: string): Promise<DirectoryAnswer> {
    return orUnavailable(authenticate(this.#requestFor(access), username, password));
  }

  async probe(access: DirectoryAccess, person?: ProbePerson): Promise<DirectoryProbe> {
    return new Probe(this.#requestFor(access), person).run();
  }

  async findByExternalId(access: DirectoryAccess, externalId: string): Promise<DirectoryPerson | undefined> {
    return orUnavailable(findByExternalId(this.#requestFor(access), externalId));
  }

  async *people(access: DirectoryAccess): AsyncIterable<readonly DirectoryPerson[]> {
    try {
      // No total timeout: the duration depends on the number of people. Each page has the operation timeout.
      yield* people({ access, hosts: this.#hosts, signal: new AbortController().signal });
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  #requestFor(access: DirectoryAccess): DirectoryRequest {
    return { access, hosts: this.#hosts, signal: AbortSignal.timeout(TOTAL_TIMEOUT_MS) };
  }
}

async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw asUnavailable(error);
  }
}
