import { Readable } from 'node:stream';
import { type MailMessage, type MailTransport, mailRefused, mailUnavailable, mailUncertain } from '@backroom/core';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { compose } from './compose.ts';
import type { Sender } from './sender.ts';

/** How a mail server is reached. */
export interface SmtpOptions {
  /** `smtp://user:password@mail.example.org:587`, or `smtps:`. */
  readonly url: string;
  readonly sender: Sender;
  /** So long may connecting, the greeting and each answer take, in milliseconds. */
  readonly patience: number;
  /** Whether a server that cannot encrypt is refused. */
  readonly requiresTls: boolean;
  /** Whom to believe beside the known authorities. */
  readonly ca?: string;
}

const TLS_FROM_THE_START = 'smtps:';

/** Sends by SMTP, over a connection of its own for each message. */
export class SmtpMail implements MailTransport {
  readonly #options: SmtpOptions;

  constructor(options: SmtpOptions) {
    this.#options = options;
  }

  async send(message: MailMessage, onHandingOver: () => Promise<void>): Promise<void> {
    const { envelope, bytes } = await compose(message, this.#options.sender);
    const handing: Handing = { isOver: false, failure: undefined };
    const connection = connectionTo(this.#options);
    try {
      await answers(connection, (done) => connection.connect((error) => done(error)));
      const auth = authOf(this.#options.url);
      if (auth) await answers(connection, (done) => connection.login(auth, done));
      const content = Readable.from(heldBack(bytes, onHandingOver, handing));
      await answers(connection, (done) => connection.send({ ...envelope, to: [...envelope.to] }, content, done));
    } catch (error) {
      if (handing.failure) throw handing.failure.cause;
      throw refusalOf(error, handing.isOver);
    } finally {
      connection.close();
    }
  }
}

/** One question to the server; it may also fail between two. */
const answers = (connection: SMTPConnection, ask: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.once('error', reject);
    ask((error) => {
      connection.off('error', reject);
      // Whatever goes wrong with the connection from here on was answered before.
      connection.on('error', () => {});
      if (error) reject(error);
      else resolve();
    });
  });

interface Handing {
  isOver: boolean;
  failure: { readonly cause: unknown } | undefined;
}

/** The message, whose end is not given before that was allowed: a message without its end is none. */
async function* heldBack(bytes: Buffer, onHandingOver: () => Promise<void>, handing: Handing) {
  yield bytes;
  try {
    await onHandingOver();
  } catch (cause) {
    handing.failure = { cause };
    throw new Error('The message may not be handed over.');
  }
  handing.isOver = true;
}

function connectionTo({ url, patience, requiresTls, ca }: SmtpOptions): SMTPConnection {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === TLS_FROM_THE_START;
  return new SMTPConnection({
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port !== '' && { port: Number(port) }),
    secure: isSecure,
    requireTLS: requiresTls && !isSecure,
    ...(ca !== undefined && { tls: { ca } }),
    ...{ connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience, dnsTimeout: patience },
  });
}

function authOf(url: string) {
  const { username, password } = new URL(url);
  if (username === '') return undefined;
  return { credentials: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } };
}

/** What the server said counts; where it said nothing, whether it had everything. Its words are not passed on: they may be anything. */
function refusalOf(error: unknown, wasHandedOver: boolean): Error {
  const { responseCode } = error as { readonly responseCode?: number };
  if (responseCode !== undefined && responseCode >= 500) return mailRefused(responseCode);
  if (responseCode !== undefined && responseCode >= 400) return mailUnavailable(responseCode);
  return wasHandedOver ? mailUncertain() : mailUnavailable();
}
