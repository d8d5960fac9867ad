/** The command line of Backroom, as a program of its own and for tests to run. */
export { ExitCode } from './exit-code.ts';
export type { Terminal } from './print.ts';
export { runCli } from './run-cli.ts';
