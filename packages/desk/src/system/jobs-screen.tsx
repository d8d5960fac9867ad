import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { actOnJob, type Job, type JobState, jobStates, jobsQuery, systemPerPage } from '../data/system.ts';
import { useWriting } from '../data/writing.ts';
import { Empty, Pill, Segmented, Sheet } from '../kit/bits.tsx';
import { Button, buttonClass } from '../kit/button.tsx';
import { Pager } from '../kit/table/pager.tsx';
import { type Column, Table } from '../kit/table/table.tsx';
import { showToast } from '../kit/toast.tsx';
import { Failure } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import css from './system.module.css';

/** Long work: exports, imports, mail, with what can be done about it. */
export function JobsScreen() {
  const { system, shell, action, reports } = useWords();
  const [state, setState] = useState<JobState>();
  const [page, setPage] = useState(1);
  const query = useQuery(jobsQuery(state, page));
  const columns = useJobColumns();
  const { rows = [], total = 0 } = query.data ?? {};
  const last = Math.max(1, Math.ceil(total / systemPerPage));
  return (
    <div className={css.screen}>
      <PageHead title={shell.screens.jobs ?? ''} />
      <Segmented
        label={system.jobs.state}
        name="state"
        onChange={(next) => {
          setState(jobStates.find((each) => each === next));
          setPage(1);
        }}
        options={[
          { value: '', label: system.all },
          ...jobStates.map((value) => ({ value, label: system.state[value] ?? value })),
        ]}
        value={state ?? ''}
      />
      {query.isError && <Failure error={query.error} retry={query.refetch} />}
      {!query.isError && (
        <Sheet flush title={query.data ? system.jobs.count(total) : shell.screens.jobs}>
          {query.data && rows.length === 0 ? (
            <Empty text={system.jobs.empty} />
          ) : (
            <Table
              bones={query.data ? undefined : 6}
              caption={shell.screens.jobs ?? ''}
              columns={columns}
              keyOf={({ id }) => id}
              rows={rows}
            />
          )}
          <Pager
            last={last}
            nextLabel={action.next}
            onPage={setPage}
            page={page}
            previousLabel={action.previous}
            text={reports.table.page(page, last)}
          />
        </Sheet>
      )}
    </div>
  );
}

const tones = { waiting: 'plain', running: 'accent', done: 'good', failed: 'bad', cancelled: 'plain' } as const;

function useJobColumns(): readonly Column<Job>[] {
  const { system } = useWords();
  const { count, moment } = useFormats();
  const { jobs } = system;
  return [
    { name: 'kind', label: jobs.kind, cell: ({ kind }) => jobs.kinds[kind] ?? kind },
    { name: 'asked', label: jobs.asked, cell: ({ asked }) => <Asked asked={asked} /> },
    {
      name: 'state',
      label: jobs.state,
      cell: ({ state }) => <Pill tone={tones[state as JobState] ?? 'plain'}>{system.state[state] ?? state}</Pill>,
    },
    {
      name: 'progress',
      label: jobs.progress,
      isNumber: true,
      cell: ({ done, total }) => (total === null ? count(done) : jobs.of(count(done), count(total))),
    },
    { name: 'begun', label: jobs.begun, cell: ({ created_at: at }) => moment(at) },
    { name: 'error', label: jobs.error, cell: ({ error }) => error?.message ?? '' },
    { name: 'actions', label: '', cell: (job) => <JobActions job={job} /> },
  ];
}

/** What a job was asked for, in one line. */
function Asked({ asked }: { readonly asked: Job['asked'] }) {
  const { type, question } = (asked ?? {}) as { readonly type?: unknown; readonly question?: object };
  const parts = Object.entries(question ?? {})
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => `${name} ${value}`);
  return <span className={css.soft}>{[type, ...parts].filter(Boolean).join(', ')}</span>;
}

function JobActions({ job: { id, actions, links } }: { readonly job: Job }) {
  const { jobs } = useWords().system;
  const { file } = links as { readonly file?: string };
  const writing = useWriting({ write: actOnJob, topics: ['jobs'] });
  const act = (action: string) =>
    writing.mutate({ id, action }, { onError: ({ message }) => showToast({ id, kind: 'bad', text: message }) });
  return (
    <span className={css.actions}>
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
