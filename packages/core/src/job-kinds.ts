import { failedOrders, orderBatch, pastImport, runExport } from './analytics/index.ts';
import type { AnyJobKind } from './jobs/index.ts';
import { sendMail } from './notifications/index.ts';
import type { Ports } from './ports.ts';

/** Every kind of long work, gathered from the contexts that they belong to. */
export const jobKinds: readonly AnyJobKind<Ports>[] = [runExport, sendMail, pastImport, orderBatch, failedOrders];
