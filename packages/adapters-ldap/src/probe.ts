import {
  type DirectoryPerson,
  type DirectoryProbe,
  type ProbePerson,
  type ProbeStep,
  type ProbeStepName,
  probeSteps,
} from '@backroom/core/identity';
import type { PersonEntry } from './attributes.ts';
import { sanitized } from './attributes.ts';
import { Connection, noAttributes, verifyPassword } from './connection.ts';
import { connectToFirst, type ServerSocket } from './dial.ts';
import type { DirectoryRequest } from './directory-request.ts';
import { asFailure, DirectoryFailure } from './failure.ts';
import { filterForAll } from './filter.ts';
import { Memberships } from './groups.ts';
import { findPerson, isAdministrator, isAllowed, personOf } from './lookup.ts';
import { secure, usesTls } from './secure.ts';

/** The result of a step; status `ok` unless given. */
type StepOutcome = Pick<ProbeStep, 'code' | 'message' | 'detail'> & { readonly status?: ProbeStep['status'] };

const SAMPLE = 10;
const MOST_GROUPS = 20;
const LONGEST_NAME = 1_000;
const notUsed: StepOutcome = { status: 'skipped', code: 'not_used' };
const failed = (
  code: 'user_not_found' | 'user_ambiguous' | 'user_password_wrong' | 'protocol_error',
  message?: string,
) => asFailed(new DirectoryFailure(code, message));
const asFailed = ({ code, message }: DirectoryFailure): StepOutcome => ({ status: 'failed', code, message });

/** Runs the steps of a login one by one and reports the result of each. */
export class Probe {
  readonly #request: DirectoryRequest;
  readonly #tested: ProbePerson | undefined;
  readonly #steps: ProbeStep[] = [];
  readonly #warnings: string[] = [];
  #server: string | null = null;
  #socket: ServerSocket | undefined;
  #service: Connection | undefined;
  #person: PersonEntry | undefined;
  #rights: Pick<DirectoryPerson, 'isAllowed' | 'isAdministrator'> = { isAllowed: false, isAdministrator: undefined };
  #groups: readonly string[] = [];

  constructor(request: DirectoryRequest, tested?: ProbePerson) {
    this.#request = {
      ...request,
      onAttempt: ({ text }) => {
        this.#server = text;
      },
    };
    this.#tested = tested;
  }

  async run(): Promise<DirectoryProbe> {
    const start = performance.now();
    const work: Record<ProbeStepName, () => Promise<StepOutcome | undefined>> = {
      connect: () => this.#connect(),
      tls: () => this.#secure(),
      bind: () => this.#bind(),
      search: () => this.#search(),
      user_lookup: () => this.#findPerson(),
      user_bind: () => this.#bindPerson(),
      groups: () => this.#checkGroups(),
    };
    try {
      for (const name of probeSteps) await this.#step(name, work[name]);
    } finally {
      await this.#service?.close();
    }
    return {
      ok: this.#steps.every(({ status }) => status !== 'failed'),
      server: this.#server,
      durationMs: Math.round(performance.now() - start),
      steps: this.#steps,
      person: this.#report(),
      warnings: this.#warnings,
    };
  }

  async #step(name: ProbeStepName, work: () => Promise<StepOutcome | undefined>): Promise<void> {
    if (this.#steps.some(({ status }) => status === 'failed')) {
      this.#steps.push({ name, status: 'skipped' });
      return;
    }
    const start = performance.now();
    const outcome = await work().catch((error: unknown) => asFailed(asFailure(error)));
    const time = outcome?.status === 'skipped' ? {} : { durationMs: Math.round(performance.now() - start) };
    this.#steps.push({ name, status: 'ok', ...outcome, ...time });
  }

  async #connect(): Promise<undefined> {
    this.#socket = await connectToFirst(this.#request);
  }

  async #secure(): Promise<StepOutcome | undefined> {
    if (this.#socket === undefined) return failed('protocol_error');
    const { socket, server } = this.#socket;
    const { access } = this.#request;
    this.#service = new Connection(await secure(socket, server, this.#request), server, this.#request);
    if (!usesTls(server, access)) {
      this.#warnings.push('Passwords travel unencrypted.');
      return notUsed;
    }
    if (access.tlsVerify) return undefined;
    const message = 'The server certificate is not checked, so the server can be impersonated.';
    this.#warnings.push(message);
    return { status: 'warning', message };
  }

  async #bind(): Promise<undefined> {
    await this.#connection.bindService();
  }

  async #search(): Promise<StepOutcome> {
    const { access } = this.#request;
    const { entries, isTruncated, hasReferrals } = await this.#connection.search({
      base: access.baseDn ?? '',
      scope: 'sub',
      filter: filterForAll(access.userFilter, '{username}'),
      attributes: noAttributes,
      limit: SAMPLE + 1,
    });
    if (hasReferrals) this.#warnings.push('The directory refers to other servers; referrals are not followed.');
    const sampleCount = Math.min(entries.length, SAMPLE);
    const detail = { sampleCount, more: isTruncated || entries.length > SAMPLE };
    if (isTruncated && entries.length <= SAMPLE) return { ...warned('size_limit'), detail };
    return sampleCount === 0 ? { ...warned('no_entries'), detail } : { detail };
  }

  async #findPerson(): Promise<StepOutcome | undefined> {
    if (this.#tested === undefined) return notUsed;
    const lookup = await findPerson(this.#connection, this.#request.access, this.#tested.username);
    if ('person' in lookup) {
      this.#person = lookup.person;
      return undefined;
    }
    if (lookup.refusal === 'ambiguous') return failed('user_ambiguous');
    if (lookup.refusal === 'unknown') return failed('user_not_found');
    return failed(
      'user_not_found',
      'The person has no usable name or no identifier under the attributes of the settings.',
    );
  }

  async #bindPerson(): Promise<StepOutcome | undefined> {
    const password = this.#tested?.password;
    if (this.#person === undefined || password === undefined) return notUsed;
    const isRight =
      password !== '' &&
      (await verifyPassword({ dn: this.#person.dn, password }, this.#connection.server, this.#request));
    return isRight ? undefined : failed('user_password_wrong');
  }

  async #checkGroups(): Promise<StepOutcome | undefined> {
    const { access } = this.#request;
    const person = this.#person ?? { dn: access.bindDn ?? '', memberOf: { names: [], isTruncated: false } };
    const groups = new Memberships({ connection: this.#connection, access }, person);
    const wanted = [access.requiredGroupDn, access.adminGroupDn].filter((group) => group !== null);
    if (this.#person === undefined) {
      for (const group of wanted) await groups.requireExists(group);
      return wanted.length === 0 ? notUsed : undefined;
    }
    const rights = {
      isAllowed: await isAllowed(access, groups),
      isAdministrator: await isAdministrator(access, groups),
    };
    // A membership proves that the group exists.
    if (access.requiredGroupDn !== null && !rights.isAllowed) await groups.requireExists(access.requiredGroupDn);
    if (access.adminGroupDn !== null && !rights.isAdministrator) await groups.requireExists(access.adminGroupDn);
    this.#groups = (await groups.list(MOST_GROUPS)).map((name) => sanitized(name, LONGEST_NAME));
    this.#rights = rights;
    if (!rights.isAllowed) this.#warnings.push('The person is not in the required group, so they may not sign in.');
    return undefined;
  }

  get #connection(): Connection {
    if (this.#service === undefined) throw new DirectoryFailure('protocol_error');
    return this.#service;
  }

  #report(): DirectoryProbe['person'] {
    if (this.#tested === undefined) return null;
    if (this.#person === undefined) return { found: false };
    return { found: true, ...personOf(this.#person, this.#rights), groups: this.#groups };
  }
}

const warned = (code: 'size_limit' | 'no_entries'): StepOutcome => ({
  ...asFailed(new DirectoryFailure(code)),
  status: 'warning',
});
