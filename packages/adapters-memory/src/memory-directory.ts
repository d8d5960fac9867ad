import type { FieldProblem } from '@backroom/core';
import {
  type CertificateSummary,
  type Directory,
  type DirectoryAccess,
  type DirectoryAnswer,
  type DirectoryFault,
  type DirectoryPerson,
  type DirectoryProbe,
  type DirectorySettings,
  directoryUnavailable,
  type ProbePerson,
  type ProbeStep,
  probeSteps,
} from '@backroom/core/identity';

/** A person of the directory, with password and alternative usernames. */
export interface MemoryPerson extends Pick<DirectoryPerson, 'username' | 'externalId'> {
  readonly password: string;
  readonly aliases?: readonly string[];
  readonly email?: string;
  readonly displayName?: string;
  /** Whether they are in the required group; true by default. */
  readonly isAllowed?: boolean;
  readonly isAdministrator?: boolean;
  /** Fault of each login of this person. */
  readonly fault?: DirectoryFault;
}

/** A directory for tests, with mutable people and simulated faults. */
export class MemoryDirectory implements Directory {
  /** May be changed at any time. */
  persons: readonly MemoryPerson[] = [];
  /** Fault of every call while set. */
  outage: DirectoryFault | undefined;
  /** Recorded calls, in order: usernames, external ids, `probe` and `people`. */
  readonly calls: string[] = [];
  /** Called before each answer. */
  onCall: () => void | Promise<void> = () => {};
  pageSize = 500;
  /** Number of pages after which the listing fails. */
  failsAfterPages = Number.POSITIVE_INFINITY;

  faultsOf({ userFilter, baseDn }: DirectorySettings): readonly FieldProblem[] {
    const isFilter = userFilter.startsWith('(') && userFilter.endsWith(')');
    const isName = baseDn === null || baseDn.includes('=');
    return [
      ...(isFilter ? [] : [{ path: ['userFilter'], code: 'invalid_format', message: 'It is no filter.' }]),
      ...(isName ? [] : [{ path: ['baseDn'], code: 'invalid_format', message: 'It is no name.' }]),
    ];
  }

  certificatesIn(): readonly CertificateSummary[] {
    return [];
  }

  async authenticate(access: DirectoryAccess, username: string, password: string): Promise<DirectoryAnswer> {
    await this.#record(username);
    const found = this.#find(username);
    const [one] = found;
    if (!one) return { outcome: 'refused', reason: 'unknown' };
    if (found.length > 1) return { outcome: 'refused', reason: 'ambiguous' };
    if (one.fault) throw directoryUnavailable(one.fault);
    if (one.isAllowed === false) return { outcome: 'refused', reason: 'not_in_group' };
    if (one.password !== password) return { outcome: 'refused', reason: 'wrong_password' };
    return { outcome: 'accepted', person: personOf(access, one) };
  }

  async probe(access: DirectoryAccess, person?: ProbePerson): Promise<DirectoryProbe> {
    this.calls.push('probe');
    await this.onCall();
    const [one] = person ? this.#find(person.username) : [];
    const steps = probeSteps.map((name): ProbeStep => {
      if (this.outage === undefined) return { name, status: 'ok', durationMs: 1 };
      return name === 'connect' ? { name, status: 'failed', code: this.outage } : { name, status: 'skipped' };
    });
    const found = one ? { found: true as const, groups: [], ...personOf(access, one) } : { found: false as const };
    return {
      ok: this.outage === undefined,
      server: access.urls[0] ?? null,
      durationMs: 7,
      steps,
      person: person && this.outage === undefined ? found : null,
      warnings: [],
    };
  }

  async findByExternalId(access: DirectoryAccess, externalId: string): Promise<DirectoryPerson | undefined> {
    await this.#record(externalId);
    const one = this.persons.find((each) => each.externalId === externalId);
    return one && personOf(access, one);
  }

  async *people(access: DirectoryAccess): AsyncGenerator<readonly DirectoryPerson[]> {
    await this.#record('people');
    const all = this.persons.map((one) => personOf(access, one));
    for (let start = 0, page = 0; start < all.length; start += this.pageSize, page += 1) {
      if (page === this.failsAfterPages) throw directoryUnavailable('operation_timeout');
      await this.onCall();
      yield all.slice(start, start + this.pageSize);
    }
  }

  async #record(call: string): Promise<void> {
    this.calls.push(call);
    await this.onCall();
    if (this.outage) throw directoryUnavailable(this.outage);
  }

  #find(username: string): readonly MemoryPerson[] {
    const wanted = username.toLowerCase();
    return this.persons.filter((each) =>
      [each.username, ...(each.aliases ?? [])].some((name) => name.toLowerCase() === wanted),
    );
  }
}

const personOf = ({ adminGroupDn }: DirectoryAccess, person: MemoryPerson): DirectoryPerson => ({
  dn: `uid=${person.username},dc=example,dc=org`,
  username: person.username,
  externalId: person.externalId,
  email: person.email,
  displayName: person.displayName,
  isAdministrator: adminGroupDn === null ? undefined : (person.isAdministrator ?? false),
  isAllowed: person.isAllowed ?? true,
});
