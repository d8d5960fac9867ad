import type { FilePorts } from '../../files/index.ts';
import type { JobsPorts } from '../../jobs/index.ts';
import type { CatalogPorts } from '../ports.ts';

/** Ports of catalogue feeds. */
export interface FeedPorts extends CatalogPorts, FilePorts, Pick<JobsPorts, 'jobs' | 'jobQueue'> {}
