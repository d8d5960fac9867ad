import { createHmac } from 'node:crypto';
import type { Clock } from '@backroom/core';
import type { PushMessage, PushNotifier } from '@backroom/core/notifications';
import { type OutboundClient, outboundFailed } from '@backroom/core/outbound';

const KEY_PREFIX = 'whsec_';

/** Posts messages as JSON, signed by HMAC-SHA256 as Standard Webhooks require (`webhook-id`, `-timestamp`, `-signature`). */
export class WebhookPushNotifier implements PushNotifier {
  readonly #client: OutboundClient;
  readonly #clock: Clock;

  constructor(client: OutboundClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  async notify({ id, url, key, type, at, data }: PushMessage): Promise<void> {
    const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
    // The time of this attempt: receivers refuse old signatures.
    const timestamp = String(Math.floor(this.#clock.now().getTime() / 1_000));
    const { status } = await this.#client.send({
      purpose: 'push',
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signatureOf(key, `${id}.${timestamp}.${body}`)}`,
      },
      body,
      requiresTls: true,
      limits: { bodyBytes: 1_024, longerBody: 'cut' },
    });
    if (status < 200 || status >= 300) throw outboundFailed(`the receiver answered ${status}`);
  }
}

const signatureOf = (key: string, text: string): string =>
  createHmac('sha256', Buffer.from(key.slice(KEY_PREFIX.length), 'base64'))
    .update(text)
    .digest('base64');
