import * as audit from './audit/index.ts';
import * as files from './files/index.ts';
import * as jobs from './jobs/index.ts';

/** The contexts that serve all others, by name, as far as they have use cases. */
export const systemContexts = { audit, files, jobs };
