import type { Extension } from '../data/administration/extensions.ts';
import { Pill } from '../kit/bits.tsx';
import { useWords } from '../words/words.tsx';

const tones = { inactive: 'plain', starting: 'accent', running: 'good', failed: 'bad' } as const;

/** The state of an installed extension. */
export function StatePill({ state }: Pick<Extension, 'state'>) {
  const { extensions: words } = useWords().upkeep;
  return <Pill tone={tones[state]}>{words.states[state] ?? state}</Pill>;
}
