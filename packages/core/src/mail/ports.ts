/** A message to one person. */
export interface MailMessage {
  /** Letters, digits, dots and hyphens; the same for every attempt to send the message. */
  readonly id: string;
  readonly to: string;
  /** The sender's display name, unless the installation configures one. */
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** When it was written. */
  readonly date: Date;
}

/** Delivers messages to a mail server. */
export interface MailTransport {
  /**
   * Sends a message; resolves once the server has accepted it. `onHandingOver` is awaited once, before the final bytes are
   * sent: until then the server cannot have accepted the message, and if it rejects, the message is not sent.
   * @throws DomainError `mail_refused` on a permanent failure, `mail_unavailable` on a temporary one, `mail_uncertain` if it is
   * unknown whether the server accepted the message
   */
  send(message: MailMessage, onHandingOver: () => Promise<void>): Promise<void>;
}

/** The ports of the mail context. */
export interface MailPorts {
  readonly mail: MailTransport;
}
