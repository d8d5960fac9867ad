import { join } from 'node:path';
import {
  type ExtensionLimits,
  ExtensionProcess,
  extensionLimits,
  type ProcessSurroundings,
} from '@backroom/adapters-extensions';

/** A process that has loaded its extension. */
export interface Started {
  readonly process: ExtensionProcess;
  readonly ended: Promise<string | undefined>;
  readonly log: () => string;
}

type StartOptions = Partial<ExtensionLimits> & Partial<Pick<ProcessSurroundings, 'serve'>>;

/** Starts processes of extensions without a host, and ends them all. */
export function extensionProcesses() {
  const running: Started[] = [];
  const start = async (
    folder: string,
    { serve = async () => undefined, ...limits }: StartOptions = {},
  ): Promise<Started> => {
    const end = Promise.withResolvers<string | undefined>();
    let log = '';
    const process = new ExtensionProcess(folder, {
      limits: { ...extensionLimits, ...limits },
      elapsed: () => performance.now(),
      write: (text) => {
        log = `${log}${text}`.slice(-100_000);
      },
      serve,
      onEnd: end.resolve,
    });
    const started = { process, ended: end.promise, log: () => log };
    running.push(started);
    await process.load('one', join(folder, 'index.js'));
    return started;
  };
  const endAll = () => Promise.all(running.map(({ process }) => process.end()));
  return { start, endAll };
}

/** An extension with one route per body. */
export const withRoutes = (routes: Readonly<Record<string, string>>, before = '') => `${before}
export default defineExtension({ routes: [${Object.entries(routes)
  .map(
    ([path, body]) =>
      `defineRoute({ methods: ['GET'], path: '/${path}', summary: 'Test.', access: 'anyone', handle: async ({ params }, context) => { ${body} } })`,
  )
  .join(',')}] });`;

export const callRoute = ({ process }: Started, route: number, params: object = {}) =>
  process.call('route', { route, params, caller: { userId: null, username: null } });
