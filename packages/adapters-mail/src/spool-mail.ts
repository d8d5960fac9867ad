import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailAttempt, MailMessage, MailReceipt, MailRoute, MailTransport } from '@backroom/core/mail';
import { compose } from './compose.ts';
import { fromHeader, type MailSender } from './sender.ts';

/** Writes each message to a file in a folder, for installations without a mail server. */
export class SpoolMail implements MailTransport {
  readonly route: MailRoute;
  readonly #folder: string;
  readonly #sender: MailSender;

  constructor(folder: string, sender: MailSender) {
    this.#folder = folder;
    this.#sender = sender;
    this.route = { transport: 'folder', uri: folder, from: (fromName) => fromHeader(sender, fromName) };
  }

  /** Idempotent: the same message replaces its file. */
  async send(message: MailMessage, { onLine }: MailAttempt): Promise<MailReceipt> {
    const { bytes } = await compose(message, this.#sender);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const temporary = await mkdtemp(join(this.#folder, '.draft-'));
    try {
      const draft = join(temporary, 'message');
      await writeDurably(draft, bytes);
      const name = `${message.id.replace(/[^A-Za-z0-9-]+/g, '-')}.eml`;
      await rename(draft, join(this.#folder, name));
      onLine(`-- Written to ${name}`);
      return { refused: [] };
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
