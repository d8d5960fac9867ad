import {
  type DirectoryPerson,
  type DirectoryProbe,
  type ProbePerson,
  type ProbeStep,
  type ProbeStepName,
  probeSteps,
} from '@backroom/core';
import type { Description } from './attributes.ts';
import { shown } from './attributes.ts';
import { Connection, noAttributes, vouchesFor } from './connection.ts';
import { type Reached, reach } from './dial.ts';
import { asFailure, DirectoryFailure } from './failure.ts';
import { filterForAll } from './filter.ts';
import { Memberships } from './groups.ts';
import { isAdministrator, isAllowed, lookUp, personOf } from './lookup.ts';
import { secure, usesTls } from './secure.ts';
import type { Visit } from './visit.ts';

/** What a step says beside "it went well". */
type Outcome = Pick<ProbeStep, 'code' | 'message' | 'detail'> & { readonly status?: ProbeStep['status'] };

const SAMPLE = 10;
const MOST_GROUPS = 20;
const LONGEST_NAME = 1_000;
const notUsed: Outcome = { status: 'skipped', code: 'not_used' };
const failed = (
  code: 'user_not_found' | 'user_ambiguous' | 'user_password_wrong' | 'protocol_error',
  message?: string,
) => asFailed(new DirectoryFailure(code, message));
const asFailed = ({ code, message }: DirectoryFailure): Outcome => ({ status: 'failed', code, message });

/** Goes the way of a login step by step, and tells what came of each. */
export class Probe {
  readonly #visit: Visit;
  readonly #asked: ProbePerson | undefined;
  readonly #steps: ProbeStep[] = [];
  readonly #warnings: string[] = [];
  #server: string | null = null;
  #reached: Reached | undefined;
  #service: Connection | undefined;
  #person: Description | undefined;
  #rights: Pick<DirectoryPerson, 'isAllowed' | 'isAdministrator'> = { isAllowed: false, isAdministrator: undefined };
  #groups: readonly string[] = [];

  constructor(visit: Visit, asked?: ProbePerson) {
    this.#visit = {
      ...visit,
      tries: ({ text }) => {
        this.#server = text;
      },
    };
    this.#asked = asked;
  }

  async run(): Promise<DirectoryProbe> {
    const start = performance.now();
    const work: Record<ProbeStepName, () => Promise<Outcome | undefined>> = {
      connect: () => this.#connect(),
      tls: () => this.#secure(),
      bind: () => this.#bind(),
      search: () => this.#search(),
      user_lookup: () => this.#lookUp(),
      user_bind: () => this.#bindPerson(),
      groups: () => this.#lookAtGroups(),
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

  async #step(name: ProbeStepName, work: () => Promise<Outcome | undefined>): Promise<void> {
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
    this.#reached = await reach(this.#visit);
  }

  async #secure(): Promise<Outcome | undefined> {
    if (this.#reached === undefined) return failed('protocol_error');
    const { socket, server } = this.#reached;
    const { access } = this.#visit;
    this.#service = new Connection(await secure(socket, server, this.#visit), server, this.#visit);
    if (!usesTls(server, access)) {
      this.#warnings.push('Passwords travel unencrypted.');
      return notUsed;
    }
    if (access.tlsVerify) return undefined;
    const message = 'The certificate of the server is not checked, so anybody may stand in for it.';
    this.#warnings.push(message);
    return { status: 'warning', message };
  }

  async #bind(): Promise<undefined> {
    await this.#connection.bindService();
  }

  async #search(): Promise<Outcome> {
    const { access } = this.#visit;
    const { entries, isCut, hasPointers } = await this.#connection.search({
      base: access.baseDn ?? '',
      scope: 'sub',
      filter: filterForAll(access.userFilter, '{username}'),
      attributes: noAttributes,
      most: SAMPLE + 1,
    });
    if (hasPointers) this.#warnings.push('The directory points to other servers, which are not asked.');
    const sampleCount = Math.min(entries.length, SAMPLE);
    const detail = { sampleCount, more: isCut || entries.length > SAMPLE };
    if (isCut && entries.length <= SAMPLE) return { ...warned('size_limit'), detail };
    return sampleCount === 0 ? { ...warned('no_entries'), detail } : { detail };
  }

  async #lookUp(): Promise<Outcome | undefined> {
    if (this.#asked === undefined) return notUsed;
    const looked = await lookUp(this.#connection, this.#visit.access, this.#asked.username);
    if ('person' in looked) {
      this.#person = looked.person;
      return undefined;
    }
    if (looked.refusal === 'ambiguous') return failed('user_ambiguous');
    if (looked.refusal === 'unknown') return failed('user_not_found');
    return failed(
      'user_not_found',
      'The person has no usable name or no identifier under the attributes of the settings.',
    );
  }

  async #bindPerson(): Promise<Outcome | undefined> {
    const password = this.#asked?.password;
    if (this.#person === undefined || password === undefined) return notUsed;
    const isRight =
      password !== '' && (await vouchesFor({ dn: this.#person.dn, password }, this.#connection.server, this.#visit));
    return isRight ? undefined : failed('user_password_wrong');
  }

  async #lookAtGroups(): Promise<Outcome | undefined> {
    const { access } = this.#visit;
    const person = this.#person ?? { dn: access.bindDn ?? '', memberOf: { names: [], isCut: false } };
    const groups = new Memberships({ connection: this.#connection, access }, person);
    const wanted = [access.requiredGroupDn, access.adminGroupDn].filter((group) => group !== null);
    if (this.#person === undefined) {
      for (const group of wanted) await groups.demand(group);
      return wanted.length === 0 ? notUsed : undefined;
    }
    const rights = {
      isAllowed: await isAllowed(access, groups),
      isAdministrator: await isAdministrator(access, groups),
    };
    // Somebody who is in a group proves that it is there.
    if (access.requiredGroupDn !== null && !rights.isAllowed) await groups.demand(access.requiredGroupDn);
    if (access.adminGroupDn !== null && !rights.isAdministrator) await groups.demand(access.adminGroupDn);
    this.#groups = (await groups.some(MOST_GROUPS)).map((name) => shown(name, LONGEST_NAME));
    this.#rights = rights;
    if (!rights.isAllowed) this.#warnings.push('The person is not in the required group, so they may not sign in.');
    return undefined;
  }

  get #connection(): Connection {
    if (this.#service === undefined) throw new DirectoryFailure('protocol_error');
    return this.#service;
  }

  #report(): DirectoryProbe['person'] {
    if (this.#asked === undefined) return null;
    if (this.#person === undefined) return { found: false };
    return { found: true, ...personOf(this.#person, this.#rights), groups: this.#groups };
  }
}

const warned = (code: 'size_limit' | 'no_entries'): Outcome => ({
  ...asFailed(new DirectoryFailure(code)),
  status: 'warning',
});
