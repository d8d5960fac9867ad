import type { AuditPorts } from './audit/index.ts';
import type { FilePorts } from './files/index.ts';
import type { JobsPorts } from './jobs/index.ts';
import type { OutboundPorts } from './outbound/index.ts';

/** The ports of the contexts that serve all others: audit records, files, jobs and outbound requests. */
export interface SystemPorts extends AuditPorts, FilePorts, JobsPorts, OutboundPorts {}
