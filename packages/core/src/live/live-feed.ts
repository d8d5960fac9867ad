import { DomainError } from '../kernel/errors.ts';
import type { LivePorts } from './ports.ts';
import { type Topic, topics } from './topics.ts';

/** Streams of one account, and of all together, in one process. */
const MOST_OF_ACCOUNT = 8;
const MOST = 500;
const isTopic = (word: string): word is Topic => topics.some((each) => each === word);

/** Content of an event: topics, or that everything may have changed. */
export interface LiveNews {
  readonly id: string;
  readonly topics: readonly Topic[] | 'all';
}

/** What a reader of a stream gives. */
export interface LiveReader {
  readonly userId: number;
  readonly topics: ReadonlySet<Topic>;
  /** Whether its session goes on, has ended, or has a token that expired and may have been renewed. */
  state(): Promise<'open' | 'over' | 'expired'>;
}

/** The changes of one account, collected until they are taken. */
export class LiveStream {
  readonly #feed: LiveFeed;
  readonly #reader: LiveReader;
  #pending = new Set<Topic>();
  #isAll = false;
  #onNews: () => void = () => {};
  #onCheck: () => void = () => {};

  constructor(feed: LiveFeed, reader: LiveReader) {
    this.#feed = feed;
    this.#reader = reader;
  }

  get userId(): number {
    return this.#reader.userId;
  }

  /** Calls back when there is something to take. */
  onNews(callback: () => void): void {
    this.#onNews = callback;
  }

  /** Calls back when accounts or sessions have changed. */
  onCheck(callback: () => void): void {
    this.#onCheck = callback;
  }

  /** Goes on from the last event that a reader has seen; an id of another process means that everything may have changed. */
  resume(lastEventId: string): void {
    const missed = this.#feed.since(lastEventId);
    if (missed === undefined) this.note(undefined);
    else for (const topic of missed) this.note(topic);
  }

  /** Notes a change; undefined for anything. */
  note(topic: Topic | undefined): void {
    if (topic === undefined) this.#isAll = true;
    else if (this.#reader.topics.has(topic)) this.#pending.add(topic);
    else return;
    this.#onNews();
  }

  /** Takes what was collected; undefined for nothing. */
  take(): LiveNews | undefined {
    const pending = topics.filter((topic) => this.#pending.has(topic));
    const news = this.#isAll ? 'all' : pending;
    this.#pending = new Set();
    this.#isAll = false;
    return news.length === 0 ? undefined : { id: this.#feed.lastId, topics: news };
  }

  state(): ReturnType<LiveReader['state']> {
    return this.#reader.state();
  }

  /** Wakes the reader, to check its session. */
  wake(): void {
    this.#onCheck();
  }

  /** Gives the place of the stream to others. */
  close(): void {
    this.#feed.release(this);
  }
}

/** The open streams of this process, and the changes since the first of them by number. */
export class LiveFeed {
  readonly #ports: Pick<LivePorts, 'changes' | 'ids'>;
  /** Names the process; undefined until its first stream. */
  #start: string | undefined;
  readonly #streams = new Set<LiveStream>();
  readonly #lastOf = new Map<Topic, number>();
  #number = 0;
  #allAt = 0;

  constructor(ports: Pick<LivePorts, 'changes' | 'ids'>) {
    this.#ports = ports;
  }

  get lastId(): string {
    return `${this.#start}-${this.#number}`;
  }

  /** @throws DomainError `too_many_streams` */
  open(reader: LiveReader): LiveStream {
    if (this.#start === undefined) this.#begin();
    const own = [...this.#streams].filter(({ userId }) => userId === reader.userId).length;
    if (own >= MOST_OF_ACCOUNT || this.#streams.size >= MOST) throw tooManyStreams();
    const stream = new LiveStream(this, reader);
    this.#streams.add(stream);
    return stream;
  }

  release(stream: LiveStream): void {
    this.#streams.delete(stream);
  }

  /** The topics that changed after an event; undefined if that is unknown. */
  since(eventId: string): readonly Topic[] | undefined {
    const [start, text = ''] = eventId.split('-');
    const number = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (start !== this.#start || !(number <= this.#number) || number < this.#allAt) return undefined;
    return topics.filter((topic) => (this.#lastOf.get(topic) ?? 0) > number);
  }

  #begin(): void {
    this.#start = this.#ports.ids.next().slice(0, 8);
    this.#ports.changes.follow((word) => this.#take(word));
  }

  #take(word: string | undefined): void {
    if (word === 'sessions') {
      for (const stream of this.#streams) stream.wake();
      return;
    }
    if (word !== undefined && !isTopic(word)) return;
    this.#number += 1;
    if (word === undefined) this.#allAt = this.#number;
    else this.#lastOf.set(word, this.#number);
    for (const stream of this.#streams) {
      stream.note(word);
      if (word === 'people') stream.wake();
    }
  }
}

const tooManyStreams = (): DomainError =>
  new DomainError('unavailable', 'too_many_streams', 'There are too many open event streams.', { retryAfter: 30 });
