import type { RunningServer } from '@backroom/composition';
import { flag, integer, text } from '@backroom/core/interface';
import { command } from '../command.ts';
import type { Context } from '../context.ts';
import { awaitEnd, type Ending } from '../ending.ts';
import { ExitCode } from '../exit-code.ts';
import { inFewWords, tellUse } from '../failure.ts';
import { documentOfServer, welcome } from '../welcome.ts';

/** The command that runs the server until it is told to stop. */
export const serveCommand = command({
  name: 'serve',
  group: 'Run the server',
  summary: 'Run the server until it gets SIGTERM or Ctrl-C.',
  examples: ['backroom serve --migrate', 'backroom serve --port 9000 --host 0.0.0.0'],
  flags: {
    port: integer({ minimum: 0, maximum: 65_535, description: 'In place of PORT; 0 takes a free one.' }),
    host: text({ description: 'In place of HOST.' }),
    migrate: flag({ description: 'Bring the schema up to date first.' }),
  },
  async run(context, { port, host, migrate = false }) {
    const given = { ...(port !== undefined && { PORT: String(port) }), ...(host !== undefined && { HOST: host }) };
    const settings = await context.settings(given);
    const { serve } = await import('@backroom/composition');
    const ending = awaitEnd(context.terminal, (error) => context.print.insist(inFewWords(error)));
    try {
      const server = await tellUse(serve(settings, { migrate }), alreadyServed);
      announce(context, server);
      return await untilEnd(context, server, ending);
    } finally {
      ending.forget();
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

async function untilEnd({ print }: Context, server: RunningServer, ending: Ending): Promise<ExitCode> {
  ending.started();
  const failure = await ending.asked;
  if (failure) server.application.log.error('unexpected failure', inFewWords(failure.cause));
  else print.say('Stopping…');
  await server.close();
  print.say('Stopped.');
  return failure ? ExitCode.unexpected : ExitCode.ok;
}
