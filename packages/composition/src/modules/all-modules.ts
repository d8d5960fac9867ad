import { connector } from './connector.ts';
import { content } from './content.ts';
import { delivery } from './delivery.ts';
import { extensions } from './extensions.ts';
import { identity } from './identity.ts';
import { jobs } from './jobs.ts';
import { limits } from './limits.ts';
import { offers } from './marketplace.ts';
import { persistence } from './persistence.ts';
import { plain } from './plain.ts';
import { reading } from './reading.ts';
import { system } from './system.ts';

/** The bindings of all ports. */
export const modules = [
  system,
  plain,
  identity,
  limits,
  persistence,
  reading,
  delivery,
  content,
  ...offers,
  extensions,
  connector,
  jobs,
];
