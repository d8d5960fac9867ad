import { createHash } from 'node:crypto';
import type { MailMessage } from '@backroom/core/mail';
import { type MailSender, plain } from './sender.ts';

/** A message in its wire format (RFC 5322) with its SMTP envelope. */
export interface ComposedMessage {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly bytes: Buffer;
}

/** Serialises a message (RFC 5322), deterministically: the same message gives the same bytes. */
export async function compose(message: MailMessage, sender: MailSender): Promise<ComposedMessage> {
  const { id, to, subject, text, html, date, headers } = message;
  const { address } = sender;
  const envelope = { from: address, to };
  // With the first mail: most starts of a server send none.
  const { createTransport } = await import('nodemailer');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: bytes } = await composer.sendMail({
    from: { name: plain(sender.name ?? message.fromName), address },
    to: to.map((each) => ({ name: '', address: each })),
    envelope: { from: address, to: [...to] },
    messageId: `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`,
    subject: plain(subject),
    text,
    html,
    date,
    headers: { ...headers },
    baseBoundary: createHash('sha256').update(id).digest('hex').slice(0, 24),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { envelope, bytes: bytes as Buffer };
}
