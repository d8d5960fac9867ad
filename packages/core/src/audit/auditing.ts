import { type Actor, demand } from '../kernel/actor.ts';
import type { AuditDetails } from '../kernel/audit.ts';
import { DomainError } from '../kernel/errors.ts';
import { networkOf } from '../kernel/limits/network.ts';
import type { UseCase } from '../kernel/use-case.ts';
import { type AuditEvent, type AuditOutcome, draftOf } from './entry.ts';
import type { AuditPorts } from './ports.ts';
import { AuditRecording } from './recording.ts';
import { createSampler } from './sampler.ts';

/** A use case and its caller. */
export interface AuditedCall {
  readonly useCase: Pick<UseCase<never, never, unknown>, 'access' | 'audit'>;
  readonly actor: Actor;
}

type UntimedEvent = Omit<AuditEvent, 'at'>;

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

  /** Checks permission, without a promise where it is granted; refusals of authenticated callers are recorded. */
  admit(call: AuditedCall): Promise<never> | undefined {
    try {
      demand(call.actor, call.useCase.access);
      return undefined;
    } catch (error) {
      return this.#denied(call, error);
    }
  }

  async #denied(call: AuditedCall, error: unknown): Promise<never> {
    // Anonymous requests are not recorded, so that only accounts can add to the log.
    if (call.actor.userId !== undefined) await this.#refused(call, error, {});
    throw error;
  }

  /**
   * Opens the audit record of one attempt at a use case. It is written inside the attempt's unit of work where it has one
   * (`AuditRecording.inside`), so that effect and record are committed together; else when it has ended.
   */
  open(call: AuditedCall): AuditRecording {
    const { audit } = call.useCase;
    return new AuditRecording(
      audit === undefined ? undefined : (details: AuditDetails) => this.#done(call.actor, audit, details),
    );
  }

  /** Records that an attempt has failed, on its own, after its unit was rolled back. */
  async recordFailure(call: AuditedCall, error: unknown, recording: AuditRecording): Promise<void> {
    await this.#refused(call, error, recording.details);
  }

  async #done(actor: Actor, action: string, details: AuditDetails): Promise<void> {
    if (details.isIdle) return;
    const { also } = details;
    if (also) await this.#write(actor, { action: also.action, outcome: 'ok', details: also });
    await this.#write(actor, { action, outcome: 'ok', details });
  }

  /** Records a request refused before any use case ran; once a minute per account and network. Never fails. */
  async recordRejection(actor: Actor, refusal: unknown): Promise<void> {
    if (!(refusal instanceof DomainError) || refusal.code === 'missing_token') return;
    const action = rejectionActions[refusal.kind];
    if (action === undefined || !this.#isFirst(`${action} ${originOf(actor)}`)) return;
    const limit = refusal.details.allowance?.limit.name;
    const details = { reason: refusal.code, ...(limit !== undefined && { target: { type: 'limit', id: limit } }) };
    await this.#writeRefusal(actor, { action, outcome: 'denied', details });
  }

  async #refused({ useCase, actor }: AuditedCall, error: unknown, noted: AuditDetails): Promise<void> {
    const outcome = outcomeOf(error);
    const reason = noted.reason ?? (error instanceof DomainError ? error.code : 'internal_error');
    if (useCase.audit !== undefined) {
      const action = noted.action ?? useCase.audit;
      // Rate-limited callers may repeat requests at line speed: sample their records.
      if (isLimited(error) && !this.#isFirst(`${action} ${originOf(actor)}`)) return;
      await this.#writeRefusal(actor, { action, outcome, details: { ...noted, reason } });
    } else if (error instanceof DomainError && error.kind === 'forbidden') {
      const id = this.#nameOf(useCase);
      const details = { reason, ...(id !== undefined && { target: { type: 'use_case', id } }) };
      await this.#writeRefusal(actor, { action: 'access.denied', outcome, details });
    }
  }

  /** A failure to write the entry is logged; it must not replace the original error. */
  async #writeRefusal(actor: Actor, event: UntimedEvent): Promise<void> {
    try {
      await this.#write(actor, event);
    } catch (cause) {
      this.#ports.log.error('audit entry not written', cause, { action: event.action, outcome: event.outcome });
    }
  }

  async #write(actor: Actor, event: UntimedEvent): Promise<void> {
    const { auditTrail, clock } = this.#ports;
    await auditTrail.append(draftOf(actor, { at: clock.now(), ...event }));
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
  `${userId ?? 'anonymous'} ${ip === undefined ? '' : networkOf(ip)}`;
