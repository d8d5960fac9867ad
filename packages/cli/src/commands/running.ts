import type { Command } from '../command.ts';
import { jobs } from './jobs.ts';
import { serveCommand } from './serve.ts';
import { workCommand } from './work.ts';

/** What runs until it is told to stop, and the long work that is done there. */
export const running: readonly Command[] = [serveCommand, workCommand, ...jobs];
