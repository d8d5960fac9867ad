/** The command line of Backroom, also callable in-process. */
export { ExitCode } from './exit-code.ts';
export type { Terminal } from './print.ts';
export { runCli } from './run-cli.ts';
