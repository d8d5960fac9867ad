import type { Command } from '../../command.ts';
import { catalogue } from './catalogue.ts';
import { connector } from './connector.ts';
import { documents } from './documents.ts';
import { extensions } from './extensions.ts';
import { configCheck, version } from './installation.ts';
import { jobs } from './jobs.ts';
import { keys } from './keys.ts';
import { mail } from './mail.ts';
import { migrate } from './migrate.ts';
import { serveCommand } from './serve.ts';
import { themes } from './themes.ts';
import { workCommand } from './work.ts';

/** Servers and workers, their jobs, mail, settings and keys. */
export const running: readonly Command[] = [
  serveCommand,
  workCommand,
  ...jobs,
  ...mail,
  migrate,
  configCheck,
  ...catalogue,
  ...extensions,
  ...themes,
  ...documents,
  ...connector,
  ...keys,
  version,
];
