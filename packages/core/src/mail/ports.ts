/** A message to one person. */
export interface MailMessage {
  /** Letters, digits, dots and hyphens; the same message has the same one however often it is sent. */
  readonly id: string;
  readonly to: string;
  /** What the sender is called unless the installation says otherwise. */
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** When it was written. */
  readonly date: Date;
}

/** Hands messages over to whoever brings them. */
export interface MailTransport {
  /**
   * Sends a message; when it resolves, it was taken. Before the last of it goes out `onHandingOver` is awaited, once: until then nobody
   * has taken it, and when it rejects, nobody will. Nobody is asked where a message that is sent twice is still one message.
   * @throws DomainError `mail_refused` when it will not be taken, `mail_unavailable` when it was not taken and may be later,
   * `mail_uncertain` when nobody said whether it was
   */
  send(message: MailMessage, onHandingOver: () => Promise<void>): Promise<void>;
}

/** What sending mail needs. */
export interface MailPorts {
  readonly mail: MailTransport;
}
