import { failedOrders, orderBatch, pastImport, runExport } from './analytics/index.ts';
import { removeFeed, writeFeed } from './catalog/index.ts';
import { confirmJob, heartbeatJob, reportJob } from './connector/index.ts';
import { activateJob, extensionJob, installAndActivateJob, installJob } from './extensions/index.ts';
import type { AnyJobKind } from './jobs/index.ts';
import { pushJob, resendMailJob, sendMail } from './notifications/index.ts';
import { sendMagicLink } from './phones/index.ts';
import type { Ports } from './ports.ts';

/** The job kinds of all contexts. */
export const jobKinds: readonly AnyJobKind<Ports>[] = [
  runExport,
  sendMail,
  resendMailJob,
  pushJob,
  sendMagicLink,
  pastImport,
  orderBatch,
  failedOrders,
  writeFeed,
  removeFeed,
  confirmJob,
  heartbeatJob,
  reportJob,
  installJob,
  activateJob,
  installAndActivateJob,
  extensionJob,
];
