import pg from 'pg';
import { connectionTimeoutMillis } from './connecting.ts';
import { withUnavailability } from './database-errors.ts';

/** Who listens to what other processes say on a channel of the server. */
export interface Listener {
  /** Somebody said something. */
  onNotice(): void;
  /** The connection is gone: nothing is heard any more. */
  onLost(): void;
}

/** An ear that is open until it is closed. */
export interface Hearing {
  close(): Promise<void>;
}

/**
 * Listens on a connection of its own; a pooler that hands connections out by transaction hears nothing.
 * @throws DatabaseUnavailable
 */
export async function hearNotices(url: string, channel: string, { onNotice, onLost }: Listener): Promise<Hearing> {
  const client = new pg.Client({
    ...{ connectionString: url, connectionTimeoutMillis, keepAlive: true, keepAliveInitialDelayMillis: 10_000 },
    application_name: 'backroom jobs',
  });
  let isLost = false;
  const lose = () => {
    if (isLost) return;
    isLost = true;
    onLost();
  };
  client.on('error', lose);
  client.on('end', lose);
  client.on('notification', onNotice);
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  } catch (error) {
    isLost = true;
    await client.end().catch(() => {});
    throw withUnavailability(error);
  }
  return {
    async close() {
      isLost = true;
      await client.end().catch(() => {});
    },
  };
}
