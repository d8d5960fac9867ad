/** The sender of all messages. */
export interface MailSender {
  /** Display name; that of the message by default. */
  readonly name?: string;
  readonly address: string;
}

const form = /^(?:(?:"([^"<>]*)"|([^"<>]*?))\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@"]+@[^\s<>@"]+))$/u;

/** Parses `Shop <shop@example.org>`, or an address alone; undefined for anything else. */
export function readSender(text: string): MailSender | undefined {
  const [, quoted, plain, named, alone] = form.exec(text.trim()) ?? [];
  const address = named ?? alone;
  const name = (quoted ?? plain ?? '').trim();
  if (address === undefined || /\p{Cc}/u.test(text)) return undefined;
  return { address, ...(name !== '' && { name }) };
}

/** Replaces control characters, line breaks among them, which must not get into headers. */
export const plain = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

/** The sender as people read it in a header; the name of the message is used where none is configured. */
export const fromHeader = ({ name, address }: MailSender, fromName: string): string =>
  `${plain(name ?? fromName)} <${address}>`;
