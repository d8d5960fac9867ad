import { connectOnward, openDatabaseFront } from './database-front.ts';

/** What is lost of a commit: the request to the server, or its answer. */
export type Freeze = 'commit' | 'answer';

/** Opens a proxy that can freeze a connection at a commit, without closing it. */
export async function openFreezingProxy(url: string) {
  let armed: Freeze | undefined;
  const { url: through, close } = await openDatabaseFront(url, (client, front) => {
    const onward = connectOnward(url, client, front);
    let frozen: Freeze | undefined;
    client.on('data', (data: Buffer) => {
      if (armed !== undefined && data.includes('commit\0')) {
        frozen = armed;
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
    /** Freezes the connection of the next commit. */
    freezeNext: (what: Freeze) => {
      armed = what;
    },
  };
}
