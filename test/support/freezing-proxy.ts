import { connectOnward, openDatabaseFront } from './database-front.ts';

/** What is lost of a commit: the request to the server, or its answer. */
export type Freeze = 'commit' | 'answer';
/** Commits of requests are sent with the end of their time limit, those of background work alone. */
export type Committing = 'request' | 'background';

/** Opens a proxy that can freeze a connection at a commit, without closing it. */
export async function openFreezingProxy(url: string) {
  let armed: { readonly what: Freeze; readonly of: Committing } | undefined;
  const { url: through, close } = await openDatabaseFront(url, (client, front) => {
    const onward = connectOnward(url, client, front);
    let frozen: Freeze | undefined;
    client.on('data', (data: Buffer) => {
      if (armed !== undefined && committing(data) === armed.of) {
        frozen = armed.what;
        armed = undefined;
      }
      if (frozen !== 'commit') onward.write(data);
    });
    onward.on('data', (data: Buffer) => {
      if (frozen === undefined) client.write(data);
    });
  });
  return {
    url: through,
    close,
    /** Freezes the connection of the next such commit. */
    freezeNext: (what: Freeze, of: Committing = 'request') => {
      armed = { what, of };
    },
    /** Whether that commit has not come yet. */
    isArmed: () => armed !== undefined,
  };
}

function committing(data: Buffer): Committing | undefined {
  if (!data.includes('commit\0')) return undefined;
  return data.includes('set local statement_timeout = 0') ? 'request' : 'background';
}
