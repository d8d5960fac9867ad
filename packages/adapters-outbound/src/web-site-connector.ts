import type { SiteAnswer, SiteCall, SiteConnector } from '@backroom/core/connector';
import type { OutboundClient } from '@backroom/core/outbound';

/** Maximum bytes of an answer; the index of a site is the longest. */
const ANSWER_BYTES = 2 * 1024 * 1024;

/** The other site of the operator: JSON over https, through the guarded client. */
export class WebSiteConnector implements SiteConnector {
  readonly address: string;
  readonly #outbound: OutboundClient;

  constructor(outbound: OutboundClient, address: string) {
    this.address = address.replace(/\/+$/, '');
    this.#outbound = outbound;
  }

  async send(call: SiteCall): Promise<SiteAnswer> {
    const answer = await this.#outbound.send({
      ...call,
      purpose: 'connector',
      requiresTls: true,
      limits: { bodyBytes: ANSWER_BYTES, redirects: 0 },
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
