import { allCapabilities, type Capability } from '@backroom/core';
import { UsageError } from './failure.ts';

/**
 * Parses capabilities separated by commas.
 * @throws UsageError for unknown ones
 */
export const capabilitiesIn = (words: string): readonly Capability[] =>
  words.split(',').map((word) => capabilityIn(word.trim()));

function capabilityIn(word: string): Capability {
  const known = allCapabilities.find((each) => each === word);
  if (known === undefined)
    throw new UsageError(`There is no capability “${word}”. There are: ${allCapabilities.join(', ')}.`);
  return known;
}
