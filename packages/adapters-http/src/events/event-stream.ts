import { Readable } from 'node:stream';
import type { LiveSource } from '@backroom/core/interface';

/** Intervals of event streams (ms). */
export interface EventPace {
  /** Between two events of one stream. */
  readonly collectMillis: number;
  /** Between comments, which keep connections open; an unread one ends the stream. */
  readonly heartbeatMillis: number;
  /** Between checks of the session. */
  readonly checkMillis: number;
}

const usualPace: EventPace = { collectMillis: 1_000, heartbeatMillis: 20_000, checkMillis: 60_000 };

/** How long the first change waits for others of the same work. */
const GATHER_MILLIS = 50;
const BEGINNING = 'retry: 2000\n: open\n\n';
const HEARTBEAT = ':\n\n';
const ENDED = 'event: ended\ndata: {"reason":"session"}\n\n';

/**
 * Server-sent events of one reader (HTML Living Standard, 9.2). Changes are collected while it does not read, and one that has not read for a
 * heartbeat is closed, so that nothing is buffered for it.
 */
export class EventStream extends Readable {
  readonly #source: LiveSource;
  readonly #pace: EventPace;
  readonly #timers: NodeJS.Timeout[];
  #next: NodeJS.Timeout | undefined;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(source: LiveSource, lastEventId: string | undefined, pace = usualPace) {
    super({ highWaterMark: 1 });
    this.#source = source;
    this.#pace = pace;
    this.push(BEGINNING);
    source.onNews(() => this.#schedule());
    source.onCheck(() => void this.#check());
    if (lastEventId !== undefined) source.resume(lastEventId);
    this.#timers = [
      setInterval(() => this.#beat(), pace.heartbeatMillis),
      setInterval(() => void this.#check(), pace.checkMillis),
    ];
  }

  override _read(): void {
    // What was collected while the reader was slow.
    this.#schedule();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#next);
    this.#source.close();
    callback(error);
  }

  #schedule(): void {
    if (this.#next || this.destroyed) return;
    const due = this.#sentAt + this.#pace.collectMillis - performance.now();
    this.#next = setTimeout(() => this.#send(), Math.max(GATHER_MILLIS, due));
  }

  #send(): void {
    this.#next = undefined;
    if (this.#isUnread) return;
    const news = this.#source.take();
    if (!news) return;
    this.#sentAt = performance.now();
    const { id, topics } = news;
    const [event, data] = topics === 'all' ? ['all', {}] : ['changed', { topics }];
    this.push(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  #beat(): void {
    if (this.#isUnread) this.destroy();
    else this.push(HEARTBEAT);
  }

  get #isUnread(): boolean {
    return this.destroyed || this.readableEnded || this.readableLength > 0;
  }

  /** An expired token may have been renewed: the browser connects again, and is asked for its session. */
  async #check(): Promise<void> {
    const state = await this.#source.state().catch(() => 'open' as const);
    if (state === 'open' || this.destroyed || this.readableEnded) return;
    if (state === 'over') this.push(ENDED);
    this.push(null);
  }
}
