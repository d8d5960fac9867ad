import type { ContributedQuestion, ExtensionRuntime } from '@backroom/core/extensions';
import type { MarketingChannel, MarketingChannels } from '@backroom/core/marketing';

type ChannelFunction = Extract<ContributedQuestion, { readonly about: 'channel' }>['question'];
type ChannelRuntime = Pick<ExtensionRuntime, 'contributions' | 'ask'>;

/** Maximum channels of all extensions. */
const MOST_CHANNELS = 50;

/** Channels of the extensions that run here; they are called in their own processes. */
export class RuntimeChannels implements MarketingChannels {
  readonly #runtime: ChannelRuntime;

  constructor(runtime: ChannelRuntime) {
    this.#runtime = runtime;
  }

  async list(): Promise<readonly MarketingChannel[]> {
    const all = this.#runtime
      .contributions()
      .flatMap(({ slug: extension, declaration }) =>
        declaration.channels.map((channel) => ({ ...channel, extension })),
      );
    const first = new Map<string, MarketingChannel>();
    for (const channel of all) if (!first.has(channel.slug)) first.set(channel.slug, channel);
    return [...first.values()].slice(0, MOST_CHANNELS);
  }

  state(slug: string): Promise<unknown> {
    return this.#ask(slug, 'state');
  }

  campaigns(slug: string): Promise<unknown> {
    return this.#ask(slug, 'campaigns');
  }

  campaignTypes(slug: string): Promise<unknown> {
    return this.#ask(slug, 'campaignTypes');
  }

  async #ask(slug: string, question: ChannelFunction): Promise<unknown> {
    const channel = (await this.list()).find((each) => each.slug === slug);
    if (!channel) throw new TypeError('There is no such channel.');
    return this.#runtime.ask(channel.extension, { about: 'channel', channel: slug, question });
  }
}
