import { integer } from '@backroom/core/interface';
import { command } from '../../command.ts';
import { ExitCode } from '../../exit-code.ts';
import { summaryOf } from '../../failure.ts';
import { listenForShutdown } from '../../shutdown.ts';

/** Runs workers in a separate process until a signal. */
export const workCommand = command({
  name: 'work',
  group: 'Run the server',
  summary: 'Run jobs (exports, imports, mail) in a separate process until SIGTERM or Ctrl-C; with PostgreSQL.',
  examples: ['backroom work', 'backroom work --workers 4'],
  flags: { workers: integer({ default: 2, minimum: 1, maximum: 32, description: 'Maximum concurrent jobs.' }) },
  async run({ settings, terminal, print }, { workers }) {
    const { work } = await import('@backroom/composition');
    const shutdown = listenForShutdown(terminal, (error) => print.insist(summaryOf(error)));
    try {
      const running = await work(await settings(), { workers });
      shutdown.started();
      if (print.isJson) print.json({ workers });
      print.say(`${workers} worker${workers === 1 ? '' : 's'} at work. Stop with Ctrl-C.`);
      const failure = await shutdown.requested;
      if (failure) running.application.log.error('unexpected failure', summaryOf(failure.cause));
      else print.say('Stopping…');
      await running.close();
      print.say('Stopped.');
      return failure ? ExitCode.unexpected : ExitCode.ok;
    } finally {
      shutdown.dispose();
    }
  },
});
