import type { LicenceCall, LicenceServer } from '@backroom/core/marketplace';
import type { OutboundClient } from '@backroom/core/outbound';

/** The licence server of the operator: JSON over https. */
export class WebLicenceServer implements LicenceServer {
  readonly address: string;
  readonly #outbound: OutboundClient;

  constructor(outbound: OutboundClient, address: string) {
    this.address = address.replace(/\/+$/, '');
    this.#outbound = outbound;
  }

  async call({
    path,
    body,
    accessToken,
  }: LicenceCall): Promise<{ readonly status: number; readonly document: unknown }> {
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
    return { status: answer.status, document: parsed(answer.text()) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
