import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createHttpApp, listen } from '@backroom/adapters-http';
import { CountingIds, MemoryChanges } from '@backroom/adapters-memory';
import { route } from '@backroom/core/interface';
import { LiveFeed, topics } from '@backroom/core/live';
import { describe, expect, it } from 'vitest';
import { EventStream } from '../../packages/adapters-http/src/events/event-stream.ts';
import { tinyCore } from './tiny-interface.ts';

const aFeed = () => {
  const changes = new MemoryChanges();
  const feed = new LiveFeed({ changes, ids: new CountingIds() });
  let state: 'open' | 'over' | 'expired' = 'open';
  const open = (userId = 7) => feed.open({ userId, topics: new Set(topics), state: async () => state });
  const become = (next: typeof state) => {
    state = next;
  };
  return { changes, feed, open, become };
};
const pace = { collectMillis: 100, heartbeatMillis: 150, checkMillis: 100 };

describe('an event stream', () => {
  it('has a comment from time to time', async () => {
    const { open } = aFeed();
    const stream = new EventStream(open(), undefined, pace);
    const since = performance.now();
    let read = '';
    for await (const chunk of stream) {
      read += chunk;
      if (read.endsWith(':\n\n:\n\n')) break;
    }
    expect(read).toBe('retry: 2000\n: open\n\n:\n\n:\n\n');
    // Timers of Node may be a millisecond early.
    expect(performance.now() - since).toBeGreaterThan(2 * pace.heartbeatMillis - 10);
  });

  it('buffers events while it is not read, and is closed when that lasts', async () => {
    const { changes, open } = aFeed();
    const stream = new EventStream(open(), undefined, { ...pace, heartbeatMillis: 400 });
    for (let number = 0; number < 10_000; number += 1) changes.announce(topics[number % 3]);
    await setTimeout(200);
    expect(stream.readableLength).toBeLessThan(100);
    const read: string[] = [];
    stream.on('data', (chunk) => void read.push(String(chunk)));
    await setTimeout(150);
    stream.pause();
    expect(read.slice(1).filter((each) => each !== ':\n\n')).toEqual([
      expect.stringContaining('event: changed\ndata: {"topics":["orders","stock","catalog"]}'),
    ]);
    for (let number = 0; number < 100 && !stream.destroyed; number += 1) {
      changes.announce('orders');
      await setTimeout(30);
    }
    expect(stream.destroyed).toBe(true);
  });

  it('is closed without a word when its token has expired, and with one when its session is over', async () => {
    for (const [state, ending] of [
      ['expired', ': open\n\n'],
      ['over', 'event: ended\ndata: {"reason":"session"}\n\n'],
    ] as const) {
      const { open, become } = aFeed();
      const stream = new EventStream(open(), undefined, { ...pace, heartbeatMillis: 10_000 });
      become(state);
      let text = '';
      for await (const chunk of stream) text += chunk;
      expect(text.endsWith(ending), text).toBe(true);
    }
  });

  it('frees its place for another one when it is closed', async () => {
    const { open } = aFeed();
    const streams = Array.from({ length: 8 }, () => new EventStream(open(), undefined, pace));
    expect(() => open()).toThrow('too many open event streams');
    streams[0]?.destroy();
    await setTimeout(10);
    for (const stream of [...streams, new EventStream(open(), undefined, pace)]) stream.destroy();
  });

  it('is one of five hundred in a process', () => {
    const { open } = aFeed();
    for (let userId = 1; userId <= 500; userId += 1) open(userId);
    expect(() => open(501)).toThrow('too many open event streams');
  });

  it('sends that everything may have changed after a gap of notifications', async () => {
    const { changes, feed, open } = aFeed();
    const source = open();
    const { lastId } = feed;
    changes.announce(undefined);
    expect(source.take()).toMatchObject({ topics: 'all' });
    source.resume(lastId);
    expect(source.take()).toMatchObject({ topics: 'all' });
    changes.announce('no-topic-of-this-release');
    expect(source.take()).toBeUndefined();
  });
});

it('a server that stops ends its event streams first', async () => {
  const { open } = aFeed();
  const useCase = { access: 'anyone', effect: 'read', transaction: 'core', repeats: 'none' } as const;
  const events = route({
    methods: ['GET'],
    path: '/events',
    summary: 'Events.',
    follows: true,
    useCase: { ...useCase, make: () => async () => open() },
  });
  const app = createHttpApp({ core: tinyCore(), routes: [events] });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  const socket = connect(server.address.port, '127.0.0.1');
  const pieces: string[] = [];
  const text = () => pieces.join('');
  socket.on('data', (bytes) => void pieces.push(String(bytes)));
  socket.write('GET /events HTTP/1.1\r\nHost: x\r\n\r\n');
  while (!text().includes(': open')) await setTimeout(10);
  const began = performance.now();
  await server.close(5_000);
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(text().endsWith('0\r\n\r\n')).toBe(true);
});
