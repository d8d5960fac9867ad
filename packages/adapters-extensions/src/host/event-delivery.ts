import type { Clock } from '@backroom/core';
import { type ExtensionQueue, WAITING_EVENTS, type WaitingEvent } from '@backroom/core/extensions';
import { ExtensionAnswer } from '../process/extension-process.ts';
import { repeatedly } from '../process/repeatedly.ts';
import type { HostedExtension } from './hosted-extension.ts';

/** Events that are read and removed at once. */
const BATCH = 100;
/** Milliseconds of a claim, and after which it is prolonged, also during a call. */
const CLAIM_MS = 20_000;
const RENEWAL_MS = 5_000;
/** Failures of one event, after which the extension has failed, and the pauses between them (ms). */
const MOST_FAILURES = 10;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/** What the delivery needs of the host. */
export interface DeliveryParts {
  readonly queue: ExtensionQueue;
  readonly clock: Clock;
  /** Monotonic time in milliseconds. */
  readonly elapsed: () => number;
  /** The name of this process in claims. */
  readonly holder: string;
  /** Called when the extension cannot go on. */
  onFailed(reason: string): void;
}

/** Delivers the events of one extension in order, in one process at a time, each at least once. */
export class EventDelivery {
  readonly #hosted: HostedExtension;
  readonly #parts: DeliveryParts;
  #isRunning = false;
  #claimedAt = 0;
  #pausedUntil = 0;
  #failing: { readonly id: number; readonly count: number } | undefined;

  constructor(hosted: HostedExtension, parts: DeliveryParts) {
    this.#hosted = hosted;
    this.#parts = parts;
  }

  /** Delivers what waits; returns at once while it is being delivered, or after a failure. */
  async run(): Promise<void> {
    const listens = this.#hosted.contribution?.declaration.events.length ?? 0;
    if (this.#isRunning || listens === 0 || !this.#hosted.isRunning) return;
    if (this.#parts.elapsed() < this.#pausedUntil) return;
    this.#isRunning = true;
    try {
      await this.#drain();
    } finally {
      this.#isRunning = false;
    }
  }

  async #drain(): Promise<void> {
    const { queue, holder, onFailed } = this.#parts;
    const { slug } = this.#hosted.row;
    let hasClaim = false;
    while (this.#hosted.isRunning) {
      const { events, isOverrun } = await queue.next(slug, BATCH);
      if (isOverrun) {
        onFailed(`did not keep up with its events: more than ${WAITING_EVENTS} waited`);
        break;
      }
      if (events.length === 0) break;
      if (!hasClaim) {
        hasClaim = await this.#claim();
        // What was read before the claim may have been delivered by its last holder.
        if (hasClaim) continue;
        return;
      }
      if (!(await this.#deliver(events))) break;
    }
    if (hasClaim) await queue.release(slug, holder);
  }

  /** Whether all of them were delivered, and this process still has the claim. */
  async #deliver(events: readonly WaitingEvent[]): Promise<boolean> {
    const { queue, holder, elapsed } = this.#parts;
    const { slug } = this.#hosted.row;
    let delivered: number | undefined;
    const acknowledge = async () => delivered === undefined || queue.acknowledge(slug, holder, delivered);
    for (const event of events) {
      const isCurrent = elapsed() - this.#claimedAt < RENEWAL_MS || ((await acknowledge()) && (await this.#claim()));
      if (!isCurrent) return false;
      if (!(await this.#call(event))) {
        await acknowledge();
        return false;
      }
      delivered = event.id;
    }
    return acknowledge();
  }

  async #call({ id, type, at, data }: WaitingEvent): Promise<boolean> {
    // A claim that is lost, and a failure of the database, are noticed when the event is acknowledged.
    const renewal = repeatedly(RENEWAL_MS, () => this.#claim());
    try {
      await this.#hosted.call('event', { id, type, at: at.toISOString(), data });
      this.#failing = undefined;
      return true;
    } catch (error) {
      // A process that has ended is restarted by its host.
      if (error instanceof ExtensionAnswer && error.refusal.code === 'rate_limited') this.#pause(FIRST_PAUSE);
      else if (error instanceof ExtensionAnswer) this.#noteFailure(id, `${type}: ${error.message}`);
      return false;
    } finally {
      await renewal.end();
    }
  }

  #noteFailure(id: number, reason: string): void {
    const count = this.#failing?.id === id ? this.#failing.count + 1 : 1;
    this.#failing = { id, count };
    if (count >= MOST_FAILURES) this.#parts.onFailed(`failed ${count} times to handle an event: ${reason}`);
    this.#pause(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (count - 1)));
  }

  #pause(milliseconds: number): void {
    this.#pausedUntil = this.#parts.elapsed() + milliseconds;
  }

  async #claim(): Promise<boolean> {
    const { queue, clock, holder, elapsed } = this.#parts;
    const now = clock.now();
    const since = elapsed();
    const until = new Date(now.getTime() + CLAIM_MS);
    const isHeld = await queue.claim({ slug: this.#hosted.row.slug, holder, until }, now);
    if (isHeld) this.#claimedAt = since;
    return isHeld;
  }
}
