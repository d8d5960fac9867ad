import type { RunningServer } from '@backroom/composition';
import { flag, integer, text } from '@backroom/core/interface';
import { command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { ExitCode } from '../../exit-code.ts';
import { explainDataInUse, summaryOf } from '../../failure.ts';
import { listenForShutdown, type Shutdown } from '../../shutdown.ts';
import { documentOfServer, welcome } from '../../welcome.ts';

/** Runs the server until a signal. */
export const serveCommand = command({
  name: 'serve',
  group: 'Run the server',
  summary: 'Run the server until SIGTERM or Ctrl-C.',
  examples: ['backroom serve --migrate', 'backroom serve --port 9000 --host 0.0.0.0'],
  flags: {
    port: integer({ minimum: 0, maximum: 65_535, description: 'In place of PORT; 0 takes a free one.' }),
    host: text({ description: 'In place of HOST.' }),
    migrate: flag({ description: 'Apply pending migrations first.' }),
  },
  async run(context, { port, host, migrate = false }) {
    const given = { ...(port !== undefined && { PORT: String(port) }), ...(host !== undefined && { HOST: host }) };
    const settings = await context.settings(given);
    const { serve } = await import('@backroom/composition');
    const shutdown = listenForShutdown(context.terminal, (error) => context.print.insist(summaryOf(error)));
    try {
      const server = await explainDataInUse(serve(settings, { migrate }), alreadyServed);
      announce(context, server);
      return await runUntilShutdown(context, server, shutdown);
    } finally {
      shutdown.dispose();
    }
  },
});

const alreadyServed = 'Is the server running already? Stop it first, or name another folder in DATA_DIR.';

function announce({ print }: Context, server: RunningServer): void {
  const { application, administrator } = server;
  if (administrator.outcome === 'administrator missing') {
    application.log.warn('There is no administrator. Make one: npm run -s backroom -- users create <name> --admin');
  }
  if (print.isJson) print.json(documentOfServer(server));
  else welcome(print, server);
}

async function runUntilShutdown({ print }: Context, server: RunningServer, shutdown: Shutdown): Promise<ExitCode> {
  shutdown.started();
  const failure = await shutdown.requested;
  if (failure) server.application.log.error('unexpected failure', summaryOf(failure.cause));
  else print.say('Stopping…');
  await server.close();
  print.say('Stopped.');
  return failure ? ExitCode.unexpected : ExitCode.ok;
}
