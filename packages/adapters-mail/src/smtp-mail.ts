import { Readable } from 'node:stream';
import {
  type MailAttempt,
  type MailMessage,
  type MailReceipt,
  type MailRoute,
  type MailTransport,
  mailRefused,
  mailUnavailable,
  mailUncertain,
} from '@backroom/core/mail';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { compose } from './compose.ts';
import { fromHeader, type MailSender } from './sender.ts';
import { type Credentials, transcribe } from './transcript.ts';

/** The mail server and the sender. */
export interface SmtpOptions {
  /** `smtp://user:password@mail.example.org:587`, or `smtps:`. */
  readonly url: string;
  readonly sender: MailSender;
  /** Timeout of connecting, the greeting and each reply (ms). */
  readonly timeoutMs: number;
  /** Whether a server without STARTTLS is refused. */
  readonly requiresTls: boolean;
  /** Certificate authorities (PEM) in place of the default ones. */
  readonly ca?: string;
}

const IMPLICIT_TLS = 'smtps:';

/** Sends by SMTP, with one connection per message. */
export class SmtpMail implements MailTransport {
  readonly route: MailRoute;
  readonly #options: SmtpOptions;

  constructor(options: SmtpOptions) {
    const { protocol, host } = new URL(options.url);
    this.#options = options;
    this.route = {
      transport: 'smtp',
      uri: `${protocol}//${host}`,
      from: (fromName) => fromHeader(options.sender, fromName),
    };
  }

  async send(message: MailMessage, { onHandingOver, onLine }: MailAttempt): Promise<MailReceipt> {
    const { envelope, bytes } = await compose(message, this.#options.sender);
    const transmission: TransmissionState = { isComplete: false, failure: undefined };
    const credentials = credentialsOf(this.#options.url);
    const connection = await connectionTo(this.#options, transcribe(onLine, credentials));
    try {
      await completed(connection, (done) => connection.connect((error) => done(error)));
      if (credentials) await completed(connection, (done) => connection.login({ credentials }, done));
      const content = Readable.from(contentOf(bytes, onHandingOver, transmission));
      const sent = await completed<SMTPConnection.SentMessageInfo>(connection, (done) =>
        connection.send({ ...envelope, to: [...envelope.to] }, content, done),
      );
      return { refused: (sent?.rejected ?? []).map(String) };
    } catch (error) {
      if (transmission.failure) throw transmission.failure.cause;
      const refusal = refusalOf(error, transmission.isComplete);
      onLine(`-- ${refusal.message}`);
      throw refusal;
    } finally {
      connection.close();
    }
  }
}

/** Runs one SMTP command; rejects also on an error of the connection. */
const completed = <T>(
  connection: SMTPConnection,
  start: (done: (error?: Error | null, result?: T) => void) => void,
): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    connection.once('error', reject);
    start((error, result) => {
      connection.off('error', reject);
      // Later errors of the connection do not change the outcome; without a listener they would end the process.
      connection.on('error', () => {});
      if (error) reject(error);
      else resolve(result);
    });
  });

/** Whether the server may have received the whole message, and the error that prevented it. */
interface TransmissionState {
  isComplete: boolean;
  failure: { readonly cause: unknown } | undefined;
}

/** Streams the message and withholds its end until `onHandingOver` resolves: an unterminated message is discarded. */
async function* contentOf(bytes: Buffer, onHandingOver: () => Promise<void>, transmission: TransmissionState) {
  yield bytes;
  try {
    await onHandingOver();
  } catch (cause) {
    transmission.failure = { cause };
    throw new Error('The message may not be handed over.');
  }
  transmission.isComplete = true;
}

async function connectionTo(
  { url, timeoutMs, requiresTls, ca }: SmtpOptions,
  logger: ReturnType<typeof transcribe>,
): Promise<SMTPConnection> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === IMPLICIT_TLS;
  return new Connection({
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port !== '' && { port: Number(port) }),
    secure: isSecure,
    requireTLS: requiresTls && !isSecure,
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    logger,
    transactionLog: true,
  });
}

function credentialsOf(url: string): Credentials | undefined {
  const { username, password } = new URL(url);
  if (username === '') return undefined;
  return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}

/**
 * Maps an error by the reply code of the server; without one, by whether it may have received the whole message. The
 * text of the reply is not passed on: it is untrusted.
 */
function refusalOf(error: unknown, wasHandedOver: boolean): Error {
  const { responseCode } = error as { readonly responseCode?: number };
  if (responseCode !== undefined && responseCode >= 500) return mailRefused(responseCode);
  if (responseCode !== undefined && responseCode >= 400) return mailUnavailable(responseCode);
  return wasHandedOver ? mailUncertain() : mailUnavailable();
}
