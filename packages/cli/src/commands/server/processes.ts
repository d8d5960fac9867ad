import type { Command } from '../../command.ts';
import { jobs } from './jobs.ts';
import { serveCommand } from './serve.ts';
import { workCommand } from './work.ts';

/** Servers and workers, and the jobs that they run. */
export const running: readonly Command[] = [serveCommand, workCommand, ...jobs];
