import { type Actor, demand } from '../kernel/actor.ts';
import type { AuditFacts } from '../kernel/audit.ts';
import { DomainError } from '../kernel/errors.ts';
import { networkOf } from '../kernel/network.ts';
import type { UseCase } from '../kernel/use-case.ts';
import { type AuditOutcome, draftOf, type Happening } from './entry.ts';
import type { AuditPorts } from './ports.ts';
import { AuditRecording } from './recording.ts';
import { createSampler } from './sampler.ts';

/** A use case and its caller. */
export interface Asked {
  readonly useCase: Pick<UseCase<never, never, unknown>, 'access' | 'audit'>;
  readonly actor: Actor;
}

type Told = Omit<Happening, 'at'>;

/** Writes audit entries for completed and refused use cases; the only place that creates entries. */
export class AuditWriter {
  readonly #ports: AuditPorts;
  readonly #nameOf: (useCase: unknown) => string | undefined;
  readonly #isFirst: (kind: string) => boolean;

  /** `nameOf` names use cases that declare no audit action. */
  constructor(ports: AuditPorts, nameOf: (useCase: unknown) => string | undefined) {
    this.#ports = ports;
    this.#nameOf = nameOf;
    this.#isFirst = createSampler(ports.clock);
  }

  /** Checks permission; refusals of authenticated callers are recorded. */
  async admit(asked: Asked): Promise<void> {
    try {
      demand(asked.actor, asked.useCase.access);
    } catch (error) {
      // Anonymous requests are not recorded, so that only accounts can add to the log.
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

  /** Records a request refused before any use case ran; once a minute per account and network. Never fails. */
  async turnedAway(actor: Actor, refusal: unknown): Promise<void> {
    if (!(refusal instanceof DomainError) || refusal.code === 'missing_token') return;
    const action = rejectionActions[refusal.kind];
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
      // Rate-limited callers may repeat requests at line speed: sample their records.
      if (isLimited(error) && !this.#isFirst(`${action} ${originOf(actor)}`)) return;
      await this.#writeRefusal(actor, { action, outcome, facts: { ...noted, reason } });
    } else if (error instanceof DomainError && error.kind === 'forbidden') {
      const id = this.#nameOf(useCase);
      const facts = { reason, ...(id !== undefined && { target: { type: 'use_case', id } }) };
      await this.#writeRefusal(actor, { action: 'access.denied', outcome, facts });
    }
  }

  /** A failure to write the entry is logged; it must not replace the original error. */
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

const rejectionActions: Readonly<Record<string, string>> = {
  unauthenticated: 'token.refused',
  'rate-limited': 'limited',
};

const isLimited = (error: unknown): boolean => error instanceof DomainError && error.kind === 'rate-limited';

const outcomeOf = (error: unknown): AuditOutcome =>
  error instanceof DomainError && ['forbidden', 'unauthenticated', 'rate-limited'].includes(error.kind)
    ? 'denied'
    : 'failed';

/** The sampling key of a caller: account and network. */
const originOf = ({ userId, origin: { ip } }: Actor): string =>
  `${userId ?? 'somebody'} ${ip === undefined ? '' : networkOf(ip)}`;
