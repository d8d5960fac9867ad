import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ManualClock, MemoryLog } from '@backroom/adapters-memory';
import { UndiciOutboundClient, WebhookPushNotifier } from '@backroom/adapters-outbound';
import { NOON } from '@backroom/testing/builders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const secret = Buffer.alloc(24, 7).toString('base64');
const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
let status = 204;
const receiver = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await text(request) });
  response.writeHead(status).end();
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  ({ port } = receiver.address() as AddressInfo);
});
afterAll(() => new Promise((resolve) => receiver.close(resolve)));

const notifier = (allow: readonly string[]) =>
  new WebhookPushNotifier(new UndiciOutboundClient({ allow, log: new MemoryLog() }), new ManualClock(NOON));
const notify = (allow: readonly string[]) =>
  notifier(allow).notify({
    id: 'push-1',
    url: `http://127.0.0.1:${port}/hook`,
    key: `whsec_${secret}`,
    type: 'mail.failed',
    at: NOON,
    data: { id: 17 },
  });

describe('push messages by webhook', () => {
  it('are signed as Standard Webhooks require', async () => {
    await notify([`127.0.0.1:${port}`]);
    const { headers, body } = received.at(-1) ?? { headers: {}, body: '' };
    const timestamp = String(NOON.getTime() / 1_000);
    const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(`push-1.${timestamp}.${body}`);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'push-1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature.digest('base64')}`,
    });
    expect(JSON.parse(body)).toEqual({ type: 'mail.failed', timestamp: NOON.toISOString(), data: { id: 17 } });
  });

  it('fail where the receiver does not accept them, and may be tried again', async () => {
    status = 503;
    await expect(notify([`127.0.0.1:${port}`])).rejects.toMatchObject({ kind: 'unavailable', code: 'outbound_failed' });
  });

  it('do not reach a private address unless it is allowed', async () => {
    const count = received.length;
    await expect(notify([])).rejects.toMatchObject({ code: 'outbound_refused' });
    expect(received).toHaveLength(count);
  });
});
