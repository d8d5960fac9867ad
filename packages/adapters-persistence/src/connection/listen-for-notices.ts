import pg from 'pg';
import { DatabaseUnavailable, withUnavailability } from '../database-errors.ts';
import { connectionTimeoutMillis } from './connecting.ts';

/** A notice of the server. */
export interface DatabaseNotice {
  readonly channel: string;
  readonly payload: string;
}

/** Receives the notices of channels of the server. */
export interface NoticeConnection {
  /** Called for each notice. */
  onNotice(notice: DatabaseNotice): void;
  /** The open connection was lost. Called at most once, only after `listenForNotices` has resolved, and not after `close`. */
  onLost(): void;
}

/** An open listening connection. */
export interface NoticeSubscription {
  /** Closes the connection, within a second even if the server is silent. */
  close(): Promise<void>;
}

/** Limits of a listening connection, in milliseconds. */
export interface NoticeLimits {
  /** Interval of the heartbeat, which detects connections that are unresponsive or no longer subscribed. */
  readonly heartbeatMillis: number;
  /** Limit for connecting, and for each statement. */
  readonly answerMillis: number;
}

const defaultLimits: NoticeLimits = { heartbeatMillis: 10_000, answerMillis: connectionTimeoutMillis };
const closingMillis = 1_000;

/**
 * Opens one connection that listens on channels. It never reconnects: the caller opens the next connection after `onLost` or
 * a rejection, and by then this one is closed. A pooler by transaction delivers no notices.
 * @throws DatabaseUnavailable
 */
export async function listenForNotices(
  url: string,
  channels: readonly string[],
  { onNotice, onLost }: NoticeConnection,
  limits: NoticeLimits = defaultLimits,
): Promise<NoticeSubscription> {
  const client = clientFor(url, limits);
  // The driver emits `end` before `connect` rejects; the state decides which of the two is reported.
  let state: 'opening' | 'open' | 'closed' = 'opening';
  let heartbeat: NodeJS.Timeout | undefined;
  const close = () => {
    state = 'closed';
    clearInterval(heartbeat);
  };
  const lose = () => {
    const wasOpen = state === 'open';
    close();
    destroy(client);
    if (wasOpen) onLost();
  };
  client.on('error', lose);
  client.on('end', lose);
  client.on('notification', ({ channel, payload = '' }) => onNotice({ channel, payload }));
  try {
    await client.connect();
    await client.query(channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join(';'));
  } catch (error) {
    lose();
    throw withUnavailability(error);
  }
  if (isClosed(state)) throw new DatabaseUnavailable('The connection was lost while it was opened.');
  state = 'open';
  const beat = () => void isListening(client, channels).then((is) => is || lose(), lose);
  heartbeat = setInterval(beat, limits.heartbeatMillis);
  const end = () => {
    close();
    return endInTime(client);
  };
  return { close: end };
}

const clientFor = (url: string, { answerMillis }: NoticeLimits): pg.Client =>
  new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerMillis,
    query_timeout: answerMillis,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'backroom jobs',
  });

/** Handlers change the state while a statement is awaited, which the compiler does not see. */
const isClosed = (state: string): boolean => state === 'closed';

async function isListening(client: pg.Client, channels: readonly string[]): Promise<boolean> {
  const { rows } = await client.query('select 1 from pg_listening_channels() as channel where channel = any($1)', [
    channels,
  ]);
  return rows.length === channels.length;
}

async function endInTime(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => destroy(client), closingMillis);
  await client.end().catch(() => {});
  clearTimeout(timer);
}

/** The types of the driver omit the connection. */
const destroy = (client: pg.Client): void =>
  (client as unknown as { readonly connection: { readonly stream: { destroy(): void } } }).connection.stream.destroy();
