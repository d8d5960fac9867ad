import type { Question, ReportAnswer, ReportRunner } from '@backroom/core';
import type { KeptAnswers } from './report-cache.ts';

/** An answer, and the name of the state of the data that it was read from; undefined where that has none. */
export interface MomentAnswer<Q extends Question> {
  readonly answer: ReportAnswer<Q>;
  readonly moment: string | undefined;
}

/** What answers are remembered of. */
export interface RememberingParts {
  /** Reads an answer in one statement. */
  readonly asking: { answerAt<Q extends Question>(question: Q): Promise<MomentAnswer<Q>> };
  /** Where it is known what state of the data the surrounding work has just seen, and whether it has changed anything. */
  readonly units: { takeMoment(): string | undefined; isInside(): boolean };
  readonly kept: KeptAnswers;
}

/**
 * Gives an answer again as long as nothing at all was committed since. That is no guess: the surrounding work has just
 * read a moment, in the statement with which it read the settings of the shop, and it is the moment of the answer.
 * Where nobody has, or it is another, the question is asked. So nothing is asked more often than without remembering.
 */
export class RememberingReportRunner implements ReportRunner {
  readonly #parts: RememberingParts;

  constructor(parts: RememberingParts) {
    this.#parts = parts;
  }

  async answer<Q extends Question>(question: Q): Promise<ReportAnswer<Q>> {
    const { asking, units, kept } = this.#parts;
    // Whoever is changing the data sees what nobody else does.
    if (units.isInside() || isAskedOnce(question)) return (await asking.answerAt(question)).answer;
    const now = units.takeMoment();
    const key = JSON.stringify(question);
    const known = now === undefined ? undefined : kept.find(now, key);
    if (known) return known as ReportAnswer<Q>;
    const { answer, moment } = await asking.answerAt(question);
    if (moment !== undefined) kept.keep(moment, key, answer);
    return answer;
  }
}

/** Whether nobody asks this again, such as one page of many of an export: then nothing of it is worth remembering. */
export const isAskedOnce = (question: Question): boolean => Object.values(question).some((plan) => plan.isOnce);
