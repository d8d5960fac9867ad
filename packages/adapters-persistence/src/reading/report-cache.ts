import type { ReportAnswer, ReportRow } from '@backroom/core';

/** How much is kept, in bytes as far as they can be told. */
export interface KeptLimits {
  readonly mostBytes: number;
  /** An answer with more is not kept. */
  readonly mostOfOne: number;
}

interface Kept {
  readonly answer: ReportAnswer;
  readonly bytes: number;
}

/** Answers that were read at one moment. Those of an earlier one are no use to anybody: it never comes again. */
export class KeptAnswers {
  readonly #limits: KeptLimits;
  readonly #answers = new Map<string, Kept>();
  #moment: string | undefined;
  #bytes = 0;

  constructor(limits: KeptLimits) {
    this.#limits = limits;
  }

  /** Gives what was answered to a question at exactly this moment. */
  find(moment: string, question: string): ReportAnswer | undefined {
    const found = moment === this.#moment ? this.#answers.get(question) : undefined;
    if (!found) return undefined;
    // What was wanted last goes last.
    this.#answers.delete(question);
    this.#answers.set(question, found);
    return found.answer;
  }

  /** Keeps an answer, and of the others what there is room for. */
  keep(moment: string, question: string, answer: ReportAnswer): void {
    const { mostBytes, mostOfOne } = this.#limits;
    if (moment !== this.#moment) this.#forget(moment);
    this.#drop(question);
    const bytes = question.length * 2 + bytesOf(answer, mostOfOne);
    if (bytes > mostOfOne) return;
    this.#answers.set(question, { answer, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= mostBytes) break;
      this.#drop(oldest);
    }
  }

  #forget(moment: string): void {
    this.#answers.clear();
    this.#bytes = 0;
    this.#moment = moment;
  }

  #drop(question: string): void {
    this.#bytes -= this.#answers.get(question)?.bytes ?? 0;
    this.#answers.delete(question);
  }
}

/** Of an object, and of each of its members. */
const ownBytes = 64;
const cellBytes = 24;

/** How much memory an answer takes, about; beyond the most it is not counted to the end. */
function bytesOf(answer: ReportAnswer, most: number): number {
  let bytes = 0;
  for (const row of Object.values(answer).flat()) {
    bytes += bytesOfRow(row);
    if (bytes > most) break;
  }
  return bytes;
}

function bytesOfRow(row: ReportRow): number {
  let bytes = ownBytes;
  for (const value of Object.values(row))
    bytes += cellBytes + (typeof value === 'object' ? JSON.stringify(value).length : String(value).length) * 2;
  return bytes;
}
