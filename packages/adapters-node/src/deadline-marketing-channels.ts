import { setTimeout } from 'node:timers/promises';
import type { MarketingChannel, MarketingChannels } from '@backroom/core/marketing';

/** Time (ms) that a channel has for an answer. */
const DEADLINE = 5_000;

/** Ends calls into marketing channels at a deadline; what they answer later is dropped. */
export class DeadlineMarketingChannels implements MarketingChannels {
  readonly #channels: MarketingChannels;
  readonly #deadline: number;

  constructor(channels: MarketingChannels, deadline = DEADLINE) {
    this.#channels = channels;
    this.#deadline = deadline;
  }

  list(): Promise<readonly MarketingChannel[]> {
    return this.#channels.list();
  }

  state(slug: string): Promise<unknown> {
    return this.#limited(() => this.#channels.state(slug));
  }

  campaigns(slug: string): Promise<unknown> {
    return this.#limited(() => this.#channels.campaigns(slug));
  }

  campaignTypes(slug: string): Promise<unknown> {
    return this.#limited(() => this.#channels.campaignTypes(slug));
  }

  async #limited(call: () => Promise<unknown>): Promise<unknown> {
    const ended = new AbortController();
    const late = async () => {
      await setTimeout(this.#deadline, undefined, { signal: ended.signal });
      throw new Error(`no answer in ${this.#deadline} ms`);
    };
    const deadline = late();
    deadline.catch(() => undefined);
    try {
      return await Promise.race([call(), deadline]);
    } finally {
      ended.abort();
    }
  }
}
