import { createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail server on this machine. */
export interface MailServer {
  /** As in SMTP_URL. */
  readonly url: string;
  /** The messages it took, as they came. */
  readonly taken: readonly string[];
  /** The number of visits. */
  visits(): number;
  close(): Promise<void>;
}

const refusal = (responseCode: number): Error => Object.assign(new Error('no'), { responseCode });

/** What a server does with a message: it takes it, or answers with this code at this point. */
export interface Behaviour {
  readonly onRecipient?: () => number | undefined;
  readonly onMessage?: () => number | undefined;
  readonly options?: SMTPServerOptions;
}

/** Starts a real server that takes messages by default. */
export async function startMailServer({ onRecipient, onMessage, options }: Behaviour = {}): Promise<MailServer> {
  const taken: string[] = [];
  let visits = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect(_, done) {
      visits += 1;
      done();
    },
    onRcptTo(_, __, done) {
      const code = onRecipient?.();
      done(code === undefined ? null : refusal(code));
    },
    onData(stream, _, done) {
      text(stream).then((message) => {
        const code = onMessage?.();
        if (code !== undefined) return done(refusal(code));
        taken.push(message);
        done();
      }, done);
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { readonly port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    visits: () => visits,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Speaks the protocol of a mail server line by line, and runs the action once it has the whole message. */
export async function startCrudeServer(
  onWhole: (socket: Socket) => void,
  greeting = '220 here\r\n',
): Promise<MailServer> {
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  let visits = 0;
  const server: Server = createServer((socket) => {
    visits += 1;
    sockets.add(socket.setEncoding('latin1').on('error', () => {}));
    let [seen, isMessage] = ['', false];
    if (greeting !== '') socket.write(greeting);
    socket.on('data', (part) => {
      seen += part;
      if (isMessage) {
        if (!seen.endsWith('\r\n.\r\n')) return;
        taken.push(seen);
        isMessage = false;
        return onWhole(socket);
      }
      for (const line of seen.split('\r\n').slice(0, -1)) {
        isMessage = line === 'DATA';
        socket.write(isMessage ? '354 go on\r\n' : '250 ok\r\n');
      }
      seen = '';
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    visits: () => visits,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
