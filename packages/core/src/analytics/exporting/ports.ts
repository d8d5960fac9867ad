import type { FilePorts } from '../../files/index.ts';
import type { JobsPorts } from '../../jobs/index.ts';
import type { KernelPorts } from '../../kernel/ports.ts';
import type { SubmitMailPorts } from '../../notifications/index.ts';
import type { ReportPorts } from '../report-ports.ts';

/** Ports of report exports. */
export interface ExportPorts
  extends Omit<ReportPorts, 'shopSettings'>,
    FilePorts,
    Pick<JobsPorts, 'jobs' | 'jobQueue'>,
    SubmitMailPorts,
    Pick<KernelPorts, 'idempotency'> {}
