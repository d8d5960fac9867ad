import { type AuditPorts, auditPorts } from './audit/index.ts';
import { type CommercePorts, commercePorts } from './commerce/index.ts';
import { type FilePorts, filePorts } from './files/index.ts';
import { type JobsPorts, jobsPorts } from './jobs/index.ts';
import { type KernelPorts, kernelPorts } from './kernel/ports.ts';
import { type OutboundPorts, outboundPorts } from './outbound/index.ts';

/** The ports that serve all contexts: of the kernel and the shop, audit records, files, jobs and outbound requests. */
export interface SystemPorts extends KernelPorts, CommercePorts, AuditPorts, FilePorts, JobsPorts, OutboundPorts {}

/** Whether the database or another adapter supplies each port. */
export const systemPorts = {
  ...kernelPorts,
  ...commercePorts,
  ...auditPorts,
  ...filePorts,
  ...jobsPorts,
  ...outboundPorts,
};
