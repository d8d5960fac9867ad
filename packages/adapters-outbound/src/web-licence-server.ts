import type { LicenceAnswer, LicenceCall, LicenceServer } from '@backroom/core/marketplace';
import type { OutboundClient } from '@backroom/core/outbound';

const outcomes: Readonly<Record<number, LicenceAnswer['outcome']>> = { 200: 'done', 404: 'unknown', 409: 'taken' };

/** The licence server of the operator: JSON over https. */
export class WebLicenceServer implements LicenceServer {
  readonly address: string;
  readonly #outbound: OutboundClient;

  constructor(outbound: OutboundClient, address: string) {
    this.address = address.replace(/\/+$/, '');
    this.#outbound = outbound;
  }

  async call({ path, body, accessToken }: LicenceCall): Promise<LicenceAnswer> {
    const answer = await this.#outbound.send({
      purpose: 'licences',
      url: `${this.address}/${path}`,
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
      },
      body: JSON.stringify(body),
      requiresTls: true,
    });
    return { outcome: outcomes[answer.status] ?? 'failed', document: parsed(answer.text()) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
