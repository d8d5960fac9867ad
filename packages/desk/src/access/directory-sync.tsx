import { useQuery } from '@tanstack/react-query';
import { type DirectorySync, lastRunQuery, syncDirectory } from '../data/administration/directory.ts';
import { useWriting } from '../data/writing.ts';
import { Bone, Pill } from '../kit/bits.tsx';
import { Actions, Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { formClass, softClass } from '../kit/layout.tsx';
import { Failure } from '../shell/failure.tsx';
import { ErrorNotice } from '../shell/records/error-notice.tsx';
import { When } from '../shell/records/when.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import css from './access.module.css';

/** Synchronises the accounts with the directory, after a trial where one is wanted. */
export function SyncDialog({ onClose }: { readonly onClose: () => void }) {
  const { access, action } = useWords();
  const { directory: words } = access;
  const writing = useWriting({ write: syncDirectory, topics: ['people'] });
  return (
    <Dialog closeLabel={action.close} onClose={onClose} title={words.syncTitle}>
      <div className={formClass}>
        <p>{words.syncText}</p>
        <ErrorNotice error={writing.error} />
        {writing.data && <Report report={writing.data} />}
        <Actions>
          <Button disabled={writing.isPending} onClick={() => writing.mutate(true)}>
            {words.trial}
          </Button>
          <Button disabled={writing.isPending} kind="main" onClick={() => writing.mutate(false)}>
            {words.run}
          </Button>
        </Actions>
      </div>
    </Dialog>
  );
}

function Report({ report }: { readonly report: DirectorySync }) {
  const { directory: words } = useWords().access;
  const { created, updated, deactivated, skipped, errors } = report;
  return (
    <div aria-live="polite">
      <p>
        {report.dry_run ? words.trialDone : words.runDone}{' '}
        <Counts counts={{ created, updated, deactivated, skipped }} />
      </p>
      {errors.length > 0 && (
        <>
          <p>{words.errors(errors.length)}</p>
          <ul>
            {errors.map(({ username, code }) => (
              <li key={`${username} ${code}`}>
                {username} <code>{code}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Counts({ counts }: { readonly counts: Readonly<Record<string, number>> }) {
  const { directory: words } = useWords().access;
  const { count, list } = useFormats();
  const some = Object.entries(counts).filter(([, value]) => value > 0);
  if (some.length === 0) return words.noChange;
  return list(some.map(([name, value]) => `${count(value)} ${words.counts[name] ?? name}`));
}

/** What the last synchronisation did. */
export function LastRun() {
  const { directory: words } = useWords().access;
  const query = useQuery(lastRunQuery);
  if (query.isError) return <Failure error={query.error} retry={query.refetch} />;
  if (query.isPending) return <Bone width={24} />;
  if (query.data === null) return <p className={css.last}>{words.noRun}</p>;
  const { at, outcome, reason, counts } = query.data;
  const isGood = outcome === 'ok' && reason === null;
  return (
    <p className={css.last}>
      {words.lastRun} <When at={at} />{' '}
      <Pill tone={isGood ? 'good' : 'bad'}>{isGood ? words.statuses.ok : words.statuses.failed}</Pill>{' '}
      <span className={softClass}>{reason === null ? <Counts counts={counts} /> : <code>{reason}</code>}</span>
    </p>
  );
}
