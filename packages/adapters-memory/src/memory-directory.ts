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
  type FieldProblem,
  type ProbePerson,
  type ProbeStep,
  probeSteps,
} from '@backroom/core';

/** A person of the directory, with the password and the other names they are found under. */
export interface MemoryPerson extends Pick<DirectoryPerson, 'username' | 'externalId'> {
  readonly password: string;
  readonly aliases?: readonly string[];
  readonly email?: string;
  readonly displayName?: string;
  /** Whether the required group has them; true unless given. */
  readonly isAllowed?: boolean;
  readonly isAdministrator?: boolean;
  /** What happens to whoever asks about this person. */
  readonly fault?: DirectoryFault;
}

/** A directory in memory: people who can be changed at any moment, and an outage that can be switched on. */
export class MemoryDirectory implements Directory {
  /** Everybody; may be changed at any moment. */
  persons: readonly MemoryPerson[] = [];
  /** While set, whoever asks is told that the directory is down. */
  outage: DirectoryFault | undefined;
  /** What was asked, in order: the names that were tried, and what else was called. */
  readonly asked: string[] = [];
  /** Called before each question is answered. */
  onAsk: () => void | Promise<void> = () => {};
  /** So many people stand on one page. */
  pageSize = 500;
  /** Fails after so many pages. */
  breaksAfter = Number.POSITIVE_INFINITY;

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
    await this.#ask(username);
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
    this.asked.push('probe');
    await this.onAsk();
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
    await this.#ask(externalId);
    const one = this.persons.find((each) => each.externalId === externalId);
    return one && personOf(access, one);
  }

  async *people(access: DirectoryAccess): AsyncGenerator<readonly DirectoryPerson[]> {
    await this.#ask('people');
    const everybody = this.persons.map((one) => personOf(access, one));
    for (let start = 0, page = 0; start < everybody.length; start += this.pageSize, page += 1) {
      if (page === this.breaksAfter) throw directoryUnavailable('operation_timeout');
      await this.onAsk();
      yield everybody.slice(start, start + this.pageSize);
    }
  }

  async #ask(what: string): Promise<void> {
    this.asked.push(what);
    await this.onAsk();
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
