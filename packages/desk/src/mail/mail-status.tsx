import type { Mail } from '../data/administration/mails.ts';
import { Pill } from '../kit/bits.tsx';
import { useWords } from '../words/words.tsx';

const tones = { queued: 'accent', sent: 'good', failed: 'bad' } as const;

/** What became of a mail. */
export function MailStatusPill({ status }: Pick<Mail, 'status'>) {
  const { mails: words } = useWords().upkeep;
  return <Pill tone={tones[status]}>{words.statuses[status] ?? status}</Pill>;
}
