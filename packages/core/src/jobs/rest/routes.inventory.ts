import { type Route, route, section } from '../../interface/route.ts';
import { choice, listOf, paging, text, totalsByStatus } from '../../interface/schema.ts';
import { cancelJob, countJobs, hastenJob, jobStates, listJobs, retryJob, showJob } from '../index.ts';
import { presentJob } from './presenters.ts';
import { jobShape } from './shapes.ts';

const id = text({ required: true, maxLength: 36, pattern: '[0-9A-Za-z-]{1,36}' });

const kind = text({ maxLength: 64, description: 'Only those of this kind.' });

const changing = (verb: 'retry' | 'cancel' | 'hasten', useCase: typeof retryJob, summary: string): Route =>
  route({
    methods: ['POST'],
    path: `/jobs/{id}/${verb}`,
    summary,
    params: { id },
    useCase,
    present: presentJob,
    returns: jobShape,
  });

/** Routes of background jobs. */
export const jobRoutes: readonly Route[] = section(
  'Jobs',
  route({
    methods: ['GET'],
    path: '/jobs',
    summary: 'List background jobs, the newest first; without manage_system the exports and imports of the caller.',
    params: {
      ...paging,
      state: choice(jobStates, { description: 'Only those in this state; failed ones are the dead letters.' }),
      kind,
    },
    useCase: listJobs,
    present: presentJob,
    returns: listOf(jobShape),
  }),
  route({
    methods: ['GET'],
    path: '/jobs/totals',
    summary: 'Count background jobs by state; without manage_system the exports and imports of the caller.',
    params: { kind },
    useCase: countJobs,
    present: (totals) => totals,
    returns: totalsByStatus('JobTotals', jobStates),
  }),
  route({
    methods: ['GET'],
    path: '/jobs/{id}',
    summary: 'Read a job: its progress, what was asked for, its error, and where its result is.',
    params: { id },
    useCase: showJob,
    present: presentJob,
    returns: jobShape,
  }),
  changing('retry', retryJob, 'Resume a failed or cancelled job from its last step.'),
  changing(
    'cancel',
    cancelJob,
    'Cancel a waiting or running job; without manage_system an export or import of the caller.',
  ),
  changing('hasten', hastenJob, 'Start a deferred job now.'),
);
