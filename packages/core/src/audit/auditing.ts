import { type Actor, demand } from '../kernel/actor.ts';
import type { AuditFacts } from '../kernel/audit.ts';
import { DomainError } from '../kernel/errors.ts';
import { networkOf } from '../kernel/network.ts';
import type { UseCase } from '../kernel/use-case.ts';
import { type AuditOutcome, draftOf, type Happening } from './entry.ts';
import type { AuditPorts } from './ports.ts';
import { AuditRecording } from './recording.ts';
import { createSampler } from './sampler.ts';

/** What is asked, and by whom. */
export interface Asked {
  readonly useCase: Pick<UseCase<never, never, unknown>, 'access' | 'audit'>;
  readonly actor: Actor;
}

/** What is written, but for when. */
type Told = Omit<Happening, 'at'>;

/** Writes what is done with a core, and what is refused: the one place where entries are made. */
export class AuditWriter {
  readonly #ports: AuditPorts;
  readonly #nameOf: (useCase: unknown) => string | undefined;
  readonly #isFirst: (kind: string) => boolean;

  /** `nameOf` tells what a use case is called that has no audit word. */
  constructor(ports: AuditPorts, nameOf: (useCase: unknown) => string | undefined) {
    this.#ports = ports;
    this.#nameOf = nameOf;
    this.#isFirst = createSampler(ports.clock);
  }

  /** Refuses whoever may not ask for this; somebody known who is refused leaves an entry. */
  async admit(asked: Asked): Promise<void> {
    try {
      demand(asked.actor, asked.useCase.access);
    } catch (error) {
      // Strangers are told to sign in, and nothing is written: whoever fills the log does it under a name.
      if (asked.actor.userId !== undefined) await this.#refused(asked, error, {});
      throw error;
    }
  }

  /**
   * Runs one attempt at a use case and writes its audit record: inside the attempt's unit of work where it has one
   * (`AuditRecording.inside`), so that effect and record are committed together; else when it has ended. A failure is
   * recorded on its own, after the unit was rolled back.
   */
  async follow<T>(asked: Asked, attempt: (recording: AuditRecording) => Promise<T>): Promise<T> {
    const recording = new AuditRecording((facts) => this.#done(asked, facts));
    try {
      return await attempt(recording);
    } catch (error) {
      await this.#refused(asked, error, recording.facts);
      throw error;
    }
  }

  async #done({ useCase, actor }: Asked, facts: AuditFacts): Promise<void> {
    if (useCase.audit === undefined || facts.isIdle) return;
    const { also } = facts;
    if (also) await this.#write(actor, { action: also.action, outcome: 'ok', facts: also });
    await this.#write(actor, { action: useCase.audit, outcome: 'ok', facts });
  }

  /** Writes that somebody was turned away before any use case was asked; once a minute for each account and network. Never fails. */
  async turnedAway(actor: Actor, refusal: unknown): Promise<void> {
    if (!(refusal instanceof DomainError) || refusal.code === 'missing_token') return;
    const action = turningWords[refusal.kind];
    if (action === undefined || !this.#isFirst(`${action} ${originOf(actor)}`)) return;
    const limit = refusal.details.allowance?.limit.name;
    const facts = { reason: refusal.code, ...(limit !== undefined && { target: { type: 'limit', id: limit } }) };
    await this.#writeRefusal(actor, { action, outcome: 'denied', facts });
  }

  async #refused({ useCase, actor }: Asked, error: unknown, noted: AuditFacts): Promise<void> {
    const outcome = outcomeOf(error);
    const reason = noted.reason ?? (error instanceof DomainError ? error.code : 'internal_error');
    if (useCase.audit !== undefined) {
      const action = noted.action ?? useCase.audit;
      // Whoever is limited already may ask as fast as the net allows.
      if (isLimited(error) && !this.#isFirst(`${action} ${originOf(actor)}`)) return;
      await this.#writeRefusal(actor, { action, outcome, facts: { ...noted, reason } });
    } else if (error instanceof DomainError && error.kind === 'forbidden') {
      const id = this.#nameOf(useCase);
      const facts = { reason, ...(id !== undefined && { target: { type: 'use_case', id } }) };
      await this.#writeRefusal(actor, { action: 'access.denied', outcome, facts });
    }
  }

  /** An entry that cannot be written must not hide why it was to be written. */
  async #writeRefusal(actor: Actor, told: Told): Promise<void> {
    try {
      await this.#write(actor, told);
    } catch (cause) {
      this.#ports.log.error('audit entry not written', cause, { action: told.action, outcome: told.outcome });
    }
  }

  async #write(actor: Actor, told: Told): Promise<void> {
    const { auditTrail, clock } = this.#ports;
    await auditTrail.append(draftOf(actor, { at: clock.now(), ...told }));
  }
}

const turningWords: Readonly<Record<string, string>> = {
  unauthenticated: 'token.refused',
  'rate-limited': 'limited',
};

const isLimited = (error: unknown): boolean => error instanceof DomainError && error.kind === 'rate-limited';

const outcomeOf = (error: unknown): AuditOutcome =>
  error instanceof DomainError && ['forbidden', 'unauthenticated', 'rate-limited'].includes(error.kind)
    ? 'denied'
    : 'failed';

/** Who somebody is and where they come from, for counting. */
const originOf = ({ userId, origin: { ip } }: Actor): string =>
  `${userId ?? 'somebody'} ${ip === undefined ? '' : networkOf(ip)}`;
