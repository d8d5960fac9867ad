/** Client of the control socket of a running server; loads no HTTP framework. */
export { type CommandOptions, ControlClient, type PlainRequest, UnknownServer } from './client.ts';
export { interruptibleFile, interruptibleProgress } from './interruption.ts';
export { useCaseName } from './use-case-names.ts';
