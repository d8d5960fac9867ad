import { connect, type Socket } from 'node:net';
import { type DatabaseFront, openDatabaseFront } from './database-front.ts';

/** A message of the protocol: its type, empty for the first of a client, and all of its bytes. */
interface Message {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Cuts a stream into messages. */
function messages(socket: Socket, begins: 'with startup' | 'plainly', take: (message: Message) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  let isStartup = begins === 'with startup';
  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const head = isStartup ? 0 : 1;
      if (rest.length < head + 4) return;
      const size = head + rest.readInt32BE(head);
      if (rest.length < size) return;
      const bytes = rest.subarray(0, size);
      rest = rest.subarray(size);
      const type = isStartup ? '' : String.fromCharCode(bytes[0] ?? 0);
      isStartup = false;
      take({ type, bytes });
    }
  });
}

/** One connection to the server, for one transaction of one client at a time. */
class Backend {
  readonly socket: Socket;
  readonly #startup: Buffer[] = [];
  #isReady = false;
  #client: { socket: Socket; done: () => void } | undefined;
  #free = Promise.resolve();

  constructor(socket: Socket, startup: Buffer, onGreeting: (greeting: Buffer) => void) {
    this.socket = socket;
    socket.write(startup);
    messages(socket, 'plainly', ({ type, bytes }) => {
      if (this.#isReady) this.#client?.socket.write(bytes);
      // The key for cancelling is the pooler's own.
      else
        this.#startup.push(
          type === 'K' ? Buffer.concat([bytes.subarray(0, 5), Buffer.alloc(bytes.length - 5, 1)]) : bytes,
        );
      if (type !== 'Z') return;
      if (!this.#isReady) {
        this.#isReady = true;
        onGreeting(Buffer.concat(this.#startup));
      } else if (bytes.at(5) === 'I'.charCodeAt(0)) {
        this.#client?.done();
        this.#client = undefined;
      }
    });
  }

  /** Assigns it to a client until its transaction ends; resolves when it is that client's turn. */
  async assign(socket: Socket): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const turn = this.#free;
    this.#free = promise;
    await turn;
    this.#client = { socket, done: resolve };
  }
}

/**
 * A pooler in front of the test server that assigns its connections to clients by transaction, as pgbouncer does in its mode
 * `transaction`: which connection the next transaction gets is the test's to choose. Connections are of trusted users.
 */
export async function openTransactionPooler(url: string) {
  const { port, hostname } = new URL(url);
  const backends = new Map<number, Promise<Backend>>();
  let chosen = 0;
  let greeting: Buffer = Buffer.alloc(0);
  const backendOf = (no: number, startup: Buffer, { track }: Pick<DatabaseFront, 'track'>): Promise<Backend> => {
    let found = backends.get(no);
    if (!found) {
      found = new Promise((resolve) => {
        const socket = track(connect(Number(port), hostname));
        const backend: Backend = new Backend(socket, startup, (given) => {
          greeting = given;
          resolve(backend);
        });
      });
      backends.set(no, found);
    }
    return found;
  };
  const front = await openDatabaseFront(url, (socket, tracking) => {
    let startup: Buffer = Buffer.alloc(0);
    let assigned: Promise<Backend> | undefined;
    messages(socket, 'with startup', ({ type, bytes }) => {
      if (type === 'X') return;
      if (type === '') {
        startup = bytes;
        void backendOf(chosen, startup, tracking).then(() => socket.write(greeting));
        return;
      }
      assigned ??= backendOf(chosen, startup, tracking).then(async (backend) => {
        await backend.assign(socket);
        return backend;
      });
      const own = assigned;
      void own.then((backend) => backend.socket.write(bytes));
    });
    // The answer that ends the transaction also ends the assignment; what the client sends next is assigned again.
    const write = socket.write.bind(socket) as (bytes: Buffer) => boolean;
    socket.write = ((bytes: Buffer) => {
      if (bytes[0] === 'Z'.charCodeAt(0) && bytes.at(5) === 'I'.charCodeAt(0)) assigned = undefined;
      return write(bytes);
    }) as typeof socket.write;
  });
  return {
    url: front.url,
    /** The connection to the server that transactions get from now on. */
    choose: (no: number) => {
      chosen = no;
    },
    close: front.close,
  };
}
