import { integer, variable } from './variable.ts';

/** How long work is done. */
export const jobVariables = {
  JOB_WORKERS: variable(
    integer(0, 32),
    'So many jobs (exports, imports, mail) are worked on at a time in the process of the server; 0 leaves them to `backroom work`.',
    { byDefault: '2' },
  ),
} as const;
