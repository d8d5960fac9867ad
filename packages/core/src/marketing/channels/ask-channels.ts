import { compilerOf } from '../../kernel/reading/compile.ts';
import { sentenceOf } from '../../kernel/reading/rest-words.ts';
import { readWith } from '../../kernel/reading/steps.ts';
import { strict } from '../../kernel/reading/strict.ts';
import type { Schema } from '../../kernel/schema.ts';
import type { MarketingChannels, MarketingPorts } from '../ports.ts';
import type { MarketingChannel } from './channel.ts';

const readerOf = compilerOf(strict);

/** A question to channels: its method, and the form of the answer. */
export interface ChannelQuestion {
  readonly name: Exclude<keyof MarketingChannels, 'list'>;
  readonly format: Schema;
}

/** The answer of a channel; undefined if it failed, was late, or has another form. */
export interface ChannelAnswer<T> {
  readonly channel: MarketingChannel;
  readonly answer: T | undefined;
}

/** Asks channels at the same time. One that fails is logged, and leaves the answers of the others. */
export function askChannels<T>(
  { marketingChannels, log }: MarketingPorts,
  channels: readonly MarketingChannel[],
  { name, format }: ChannelQuestion,
): Promise<readonly ChannelAnswer<T>[]> {
  const ask = async (channel: MarketingChannel): Promise<ChannelAnswer<T>> => {
    try {
      const answer = await marketingChannels[name](channel.slug);
      return { channel, answer: read<T>(format, answer) };
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : 'unknown';
      log.warn('marketing channel failed', { channel: channel.slug, question: name, reason: reason.slice(0, 200) });
      return { channel, answer: undefined };
    }
  };
  return Promise.all(channels.map(ask));
}

function read<T>(format: Schema, answer: unknown): T {
  const result = readWith(readerOf(format), answer, 'first');
  if ('value' in result) return result.value as T;
  const [first] = result.faults;
  throw new TypeError(first ? sentenceOf(first.fault, ['answer', ...first.path]) : 'answer is not valid');
}
