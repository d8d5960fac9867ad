import { integer, variable } from './variable.ts';

export const jobVariables = {
  JOB_WORKERS: variable(
    integer(0, 32),
    'Maximum concurrent jobs (exports, imports, mail) in the process of the server; 0 leaves them to `backroom work`.',
    { defaultValue: '2' },
  ),
} as const;
