import { integer } from '@backroom/core/interface';
import { command } from '../command.ts';
import { awaitEnd } from '../ending.ts';
import { ExitCode } from '../exit-code.ts';
import { inFewWords } from '../failure.ts';

/** The command that does long work in a process of its own until it is told to stop. */
export const workCommand = command({
  name: 'work',
  group: 'Run the server',
  summary: 'Do long work (exports, imports, mail) in a process of its own until SIGTERM or Ctrl-C; with PostgreSQL.',
  examples: ['backroom work', 'backroom work --workers 4'],
  flags: { workers: integer({ default: 2, minimum: 1, maximum: 32, description: 'So many jobs at a time.' }) },
  async run({ settings, terminal, print }, { workers }) {
    const { work } = await import('@backroom/composition');
    const ending = awaitEnd(terminal, (error) => print.insist(inFewWords(error)));
    try {
      const running = await work(await settings(), { workers });
      ending.started();
      if (print.isJson) print.json({ workers });
      print.say(`${workers} worker${workers === 1 ? '' : 's'} at work. Stop with Ctrl-C.`);
      const failure = await ending.asked;
      if (failure) running.application.log.error('unexpected failure', inFewWords(failure.cause));
      else print.say('Stopping…');
      await running.close();
      print.say('Stopped.');
      return failure ? ExitCode.unexpected : ExitCode.ok;
    } finally {
      ending.forget();
    }
  },
});
