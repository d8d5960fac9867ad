/** A message to the paired phone. */
export interface PushMessage {
  /** The same for every attempt, so that the receiver can drop repeats. */
  readonly id: string;
  readonly url: string;
  /** `whsec_` and a key in base64. */
  readonly key: string;
  readonly type: string;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Delivers messages to the paired phone. */
export interface PushNotifier {
  /**
   * Delivers one message; resolves once the receiver has accepted it. Signed by its key (Standard Webhooks, `v1`).
   * @throws DomainError `outbound_refused` if the address may not be requested; `outbound_failed` if there is no answer, or one
   * that does not accept the message
   */
  notify(message: PushMessage): Promise<void>;
}
