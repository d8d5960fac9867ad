import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailMessage, MailTransport } from '@backroom/core/mail';
import { compose } from './compose.ts';
import type { Sender } from './sender.ts';

/** Writes each message to a file in a folder, for installations without a mail server. */
export class SpoolMail implements MailTransport {
  readonly #folder: string;
  readonly #sender: Sender;

  constructor(folder: string, sender: Sender) {
    this.#folder = folder;
    this.#sender = sender;
  }

  /** Idempotent: the same message replaces its file. */
  async send(message: MailMessage): Promise<void> {
    const { bytes } = await compose(message, this.#sender);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const temporary = await mkdtemp(join(this.#folder, '.draft-'));
    try {
      const draft = join(temporary, 'message');
      await writeDurably(draft, bytes);
      await rename(draft, join(this.#folder, `${message.id.replace(/[^A-Za-z0-9-]+/g, '-')}.eml`));
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
