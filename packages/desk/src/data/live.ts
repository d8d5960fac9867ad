import type { QueryClient } from '@tanstack/react-query';
import { inventoryPath } from './send.ts';
import { stopwatch } from './stopwatch.ts';

/** Kinds of records whose changes the server publishes after each commit. */
export type Topic = 'orders' | 'stock' | 'catalog' | 'customers' | 'settings' | 'jobs' | 'people';

/** Whether changes are pushed, asked for every half minute, or cannot be asked for. */
export type LiveState = 'live' | 'polling' | 'offline';

interface ChangedTopics {
  readonly topics: readonly Topic[] | 'all';
}

/** What a page does on news of the stream. */
interface ChangeListener {
  readonly onState: (state: LiveState) => void;
  /** The session is over. */
  readonly ended: () => void;
}

const POLL = 30_000;
const COLLECT = 400;

/**
 * Keeps answers fresh. One tab of a browser holds the stream of events, under a lock, and informs the others; without a stream
 * everything is asked for again every half minute. Hidden tabs wait until they are seen.
 */
export function followChanges(queries: QueryClient, { onState, ended }: ChangeListener): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const channel = new BroadcastChannel('desk-live');
  const stale = staleMarker(queries, signal);
  let state: LiveState = 'polling';
  const set = (next: LiveState) => {
    state = next;
    onState(navigator.onLine ? next : 'offline');
  };
  channel.onmessage = ({ data }: MessageEvent<ChangedTopics & { readonly state?: LiveState }>) => {
    if (data.state) set(data.state);
    else stale(data.topics);
  };
  for (const event of ['online', 'offline']) {
    window.addEventListener(event, () => set(state), { signal });
  }
  const poll = window.setInterval(() => state !== 'live' && stale('all'), POLL);
  signal.addEventListener('abort', () => {
    window.clearInterval(poll);
    channel.close();
  });
  set(state);
  holdLock(signal, { stale, set, channel, ended });
  return () => ending.abort();
}

interface StreamLock {
  readonly stale: (topics: ChangedTopics['topics']) => void;
  readonly set: (state: LiveState) => void;
  readonly channel: BroadcastChannel;
  readonly ended: () => void;
}

/** Opens the stream as soon as no other tab holds it, and passes on what it says. */
function holdLock(signal: AbortSignal, { stale, set, channel, ended }: StreamLock): void {
  // The lock is held until this tab ends; then another one opens the stream.
  navigator.locks
    .request('desk-live', { signal }, () =>
      holdStream(signal, {
        changed: (topics) => {
          stale(topics);
          channel.postMessage({ topics });
        },
        state: (next) => {
          set(next);
          channel.postMessage({ state: next, topics: [] });
        },
        ended,
      }),
    )
    .catch(() => undefined);
}

interface StreamListener {
  readonly changed: (topics: readonly Topic[] | 'all') => void;
  readonly state: (state: LiveState) => void;
  readonly ended: () => void;
}

/** Holds the stream until the signal; the browser opens it again where it breaks. */
function holdStream(signal: AbortSignal, listener: StreamListener): Promise<void> {
  return new Promise((resolve) => {
    const open = () => {
      const stream = new EventSource(`${inventoryPath()}/events`);
      stream.addEventListener('open', () => listener.state('live'));
      stream.addEventListener('all', () => listener.changed('all'));
      stream.addEventListener('changed', ({ data }: MessageEvent<string>) => listener.changed(topicsIn(data)));
      stream.addEventListener('ended', () => {
        stream.close();
        listener.ended();
      });
      stream.addEventListener('error', () => {
        listener.state('polling');
        // A refused stream is not opened again by the browser.
        if (stream.readyState === EventSource.CLOSED && !signal.aborted) window.setTimeout(reopen, POLL);
      });
      return stream;
    };
    let current = open();
    const reopen = () => {
      if (!signal.aborted) current = open();
    };
    // A tab that joins later hears the state at once.
    const greet = window.setInterval(() => current.readyState === EventSource.OPEN && listener.state('live'), POLL / 6);
    signal.addEventListener('abort', () => {
      window.clearInterval(greet);
      current.close();
      resolve();
    });
  });
}

function topicsIn(data: string): readonly Topic[] | 'all' {
  try {
    const { topics } = JSON.parse(data) as { readonly topics?: readonly Topic[] };
    return Array.isArray(topics) ? topics : 'all';
  } catch {
    return 'all';
  }
}

/** Marks answers as stale at most once in a while, and asks again for what is on a visible screen. */
function staleMarker(queries: QueryClient, signal: AbortSignal): (topics: ChangedTopics['topics']) => void {
  let collected = new Set<string>();
  let timer: number | undefined;
  let wait = COLLECT;
  const flush = async () => {
    timer = undefined;
    if (document.hidden) return;
    const topics = collected;
    collected = new Set();
    const elapsed = stopwatch();
    await queries.invalidateQueries({
      predicate: ({ meta }) =>
        ((meta?.topics ?? []) as readonly string[]).some((each) => topics.has(each) || topics.has('all')),
    });
    // Slow answers are asked for less often.
    wait = Math.min(10_000, Math.max(COLLECT, 4 * elapsed()));
  };
  const plan = () => {
    if (timer === undefined && collected.size > 0) timer = window.setTimeout(flush, wait);
  };
  document.addEventListener('visibilitychange', () => !document.hidden && plan(), { signal });
  signal.addEventListener('abort', () => window.clearTimeout(timer));
  return (topics) => {
    for (const each of topics === 'all' ? ['all'] : topics) collected.add(each);
    plan();
  };
}
