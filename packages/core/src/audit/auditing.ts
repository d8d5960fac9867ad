import { type Actor, demand } from '../kernel/actor.ts';
import type { AuditFacts, Note } from '../kernel/audit.ts';
import { DomainError } from '../kernel/errors.ts';
import { networkOf } from '../kernel/network.ts';
import type { UseCase } from '../kernel/use-case.ts';
import { type AuditOutcome, draftOf, type Happening } from './entry.ts';
import type { AuditPorts } from './ports.ts';
import { createSampler } from './sampler.ts';

/** What is asked, and by whom. */
export interface Asked {
  readonly useCase: Pick<UseCase<never, never, unknown>, 'access' | 'audit'>;
  readonly actor: Actor;
}

/** Does work that may be done over after a collision, and writes that it was done before it gives what came out. */
export type Witness = <T>(work: (note: Note) => Promise<T>) => Promise<T>;

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
   * Makes an attempt at a use case. What `witness` saw is written inside of the attempt's unit of work, so that the effect
   * and its entry are there together or not at all; what failed is written on its own when the unit has been undone.
   */
  async follow<T>(asked: Asked, attempt: (witness: Witness) => Promise<T>): Promise<T> {
    const { useCase, actor } = asked;
    let facts: AuditFacts = {};
    const witness: Witness = async (work) => {
      facts = {};
      const result = await work((more) => {
        facts = { ...facts, ...more };
      });
      if (useCase.audit !== undefined && !facts.isIdle) {
        const { also } = facts;
        if (also) await this.#write(actor, { action: also.action, outcome: 'ok', facts: also });
        await this.#write(actor, { action: useCase.audit, outcome: 'ok', facts });
      }
      return result;
    };
    try {
      return await attempt(witness);
    } catch (error) {
      await this.#refused(asked, error, facts);
      throw error;
    }
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
