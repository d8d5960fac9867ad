import type {
  CertificateSummary,
  Directory,
  DirectoryAccess,
  DirectoryAnswer,
  DirectoryPerson,
  DirectoryProbe,
  DirectorySettings,
  FieldProblem,
  ProbePerson,
} from '@backroom/core';
import { HostRules } from './addresses.ts';
import { authenticate } from './authenticate.ts';
import { asUnavailable } from './failure.ts';
import { findByExternalId, people } from './people.ts';
import { Probe } from './probe.ts';
import { certificatesIn, faultsOf } from './settings-faults.ts';
import type { Visit } from './visit.ts';

/** A login, a test and a question about one person are over after this time, whatever the settings allow each step. */
const LONGEST_VISIT_MS = 20_000;

/** What the directory is given. */
export interface LdaptsDirectoryResources {
  /** Host names, addresses and networks that may be asked; absent or empty: every host that is not refused always. */
  readonly allowedHosts?: readonly string[];
}

/**
 * Asks directories over LDAP through `ldapts`.
 *
 * Connections, TLS and the size of what is read are its own business; the library speaks LDAP over a stream that is
 * already open. Addresses of one link, where clouds keep their secrets, are never asked.
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
    return told(authenticate(this.#visit(access), username, password));
  }

  async probe(access: DirectoryAccess, person?: ProbePerson): Promise<DirectoryProbe> {
    return new Probe(this.#visit(access), person).run();
  }

  async findByExternalId(access: DirectoryAccess, externalId: string): Promise<DirectoryPerson | undefined> {
    return told(findByExternalId(this.#visit(access), externalId));
  }

  async *people(access: DirectoryAccess): AsyncIterable<readonly DirectoryPerson[]> {
    try {
      // It takes as long as there are people; each page has the time of one operation.
      yield* people({ access, hosts: this.#hosts, signal: new AbortController().signal });
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  #visit(access: DirectoryAccess): Visit {
    return { access, hosts: this.#hosts, signal: AbortSignal.timeout(LONGEST_VISIT_MS) };
  }
}

async function told<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw asUnavailable(error);
  }
}
