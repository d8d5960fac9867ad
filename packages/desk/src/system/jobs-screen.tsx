import { useQuery } from '@tanstack/react-query';
import { among, type NoteFault, partReader, type RawSearch, readPage } from '../data/address.ts';
import {
  actOnJob,
  type Job,
  type JobState,
  jobStates,
  jobsQuery,
  jobTotalsQuery,
  systemPerPage,
} from '../data/system.ts';
import { useWriting } from '../data/writing.ts';
import { Empty, Pill } from '../kit/bits.tsx';
import { Button, buttonClass } from '../kit/button.tsx';
import { buttonsClass, Screen } from '../kit/layout.tsx';
import type { Column } from '../kit/table/table.tsx';
import { showToast } from '../kit/toast.tsx';
import { PageHead } from '../shell/head.tsx';
import { useAddress } from '../shell/links.tsx';
import { CountedStatuses } from '../shell/records/counted-statuses.tsx';
import { ListSheet } from '../shell/records/list-sheet.tsx';
import { ListPager } from '../shell/records/pages.tsx';
import { When } from '../shell/records/when.tsx';
import { useFormats, useWords } from '../words/words.tsx';

interface JobsLook {
  readonly state: JobState | undefined;
  readonly page: number;
}

/** Reads the list from an address; a wrong part falls back to its default. */
function readLook(search: RawSearch, note?: NoteFault): JobsLook {
  const part = partReader(search, note);
  return { state: part('state', among(jobStates)), page: part('page', readPage) ?? 1 };
}

const writeLook = ({ state, page }: JobsLook): RawSearch => ({
  ...(state && { state }),
  ...(page > 1 && { page: String(page) }),
});

/** Long work: exports, imports, mail, with what can be done about it. */
export function JobsScreen() {
  const { system, shell } = useWords();
  const [{ state, page }, setLook] = useAddress(readLook, writeLook);
  const query = useQuery(jobsQuery(state, page));
  const columns = useJobColumns();
  const { total = 0 } = query.data ?? {};
  return (
    <Screen>
      <PageHead title={shell.screens.jobs ?? ''} />
      <CountedStatuses
        chosen={state}
        label={system.jobs.state}
        onChoose={(next) => setLook({ state: jobStates.find((each) => each === next), page: 1 })}
        query={jobTotalsQuery}
        statuses={jobStates.map((value) => ({ value, label: system.state[value] ?? value }))}
      />
      <ListSheet
        asked={[state, page]}
        bones={6}
        empty={<Empty text={system.jobs.empty} />}
        isPaged={page > 1}
        query={query}
        rows={query.data?.rows}
        table={{ caption: shell.screens.jobs ?? '', columns, keyOf: ({ id }) => id }}
        title={query.data ? system.jobs.count(total) : shell.screens.jobs}
      >
        <ListPager
          isStale={query.isPlaceholderData}
          onPage={(next, options) => setLook({ state, page: next }, options)}
          page={page}
          perPage={systemPerPage}
          total={query.data?.total}
        />
      </ListSheet>
    </Screen>
  );
}

const tones = { waiting: 'plain', running: 'accent', done: 'good', failed: 'bad', cancelled: 'plain' } as const;

function useJobColumns(): readonly Column<Job>[] {
  const { system } = useWords();
  const { count } = useFormats();
  const { jobs } = system;
  return [
    { name: 'kind', label: jobs.kind, cell: ({ kind }) => jobs.kinds[kind] ?? kind },
    { name: 'asked', label: jobs.asked, cell: ({ asked }) => <JobSummary asked={asked} /> },
    {
      name: 'state',
      onPhone: true,
      value: ({ state }) => state,
      label: jobs.state,
      cell: ({ state }) => <Pill tone={tones[state as JobState] ?? 'plain'}>{system.state[state] ?? state}</Pill>,
    },
    {
      name: 'progress',
      label: jobs.progress,
      isNumber: true,
      cell: ({ done, total }) => (total === null ? count(done) : jobs.of(count(done), count(total))),
    },
    { name: 'begun', label: jobs.begun, onPhone: 'under', cell: ({ created_at: at }) => <When at={at} /> },
    { name: 'error', label: jobs.error, cell: ({ error }) => error?.message ?? '' },
    { name: 'actions', label: '', cell: (job) => <JobActions job={job} /> },
  ];
}

/** What a job was asked for, in one line. */
function JobSummary({ asked }: { readonly asked: Job['asked'] }) {
  const { type, question } = (asked ?? {}) as { readonly type?: unknown; readonly question?: object };
  const parts = Object.entries(question ?? {})
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => `${name} ${value}`);
  return <span className="soft">{[type, ...parts].filter(Boolean).join(', ')}</span>;
}

function JobActions({ job: { id, actions, links } }: { readonly job: Job }) {
  const { jobs } = useWords().system;
  const { file } = links as { readonly file?: string };
  const writing = useWriting({ write: actOnJob, topics: ['jobs'] });
  const act = (action: string) =>
    writing.mutate({ id, action }, { onError: ({ message }) => showToast({ id, kind: 'bad', text: message }) });
  return (
    <span className={buttonsClass}>
      {file && (
        <a className={buttonClass} data-kind="quiet" download href={file}>
          {jobs.download}
        </a>
      )}
      {actions.map((action) => (
        <Button disabled={writing.isPending} key={action} kind="quiet" onClick={() => act(action)}>
          {jobs.action[action] ?? action}
        </Button>
      ))}
    </span>
  );
}
