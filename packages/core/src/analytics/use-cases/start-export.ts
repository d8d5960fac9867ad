import { submitJob } from '../../jobs/index.ts';
import type { Actor } from '../../kernel/actor.ts';
import { useCase } from '../../kernel/use-case.ts';
import { zoneNamed } from '../../kernel/zone.ts';
import { noMailAddress } from '../../notifications/index.ts';
import { noSuchExportType } from '../exporting/errors.ts';
import type { ExportPorts } from '../exporting/ports.ts';
import { runExport } from '../exporting/run-export.ts';
import type { ExportSource } from '../exporting/source.ts';
import { exportSources, isExportType } from '../exporting/sources.ts';
import type { ReportListInput } from './report-reading.ts';

/** Report, parameters and delivery of a requested file. */
export interface StartExportInput {
  readonly type: string;
  /** Undefined for an unknown report. */
  readonly question: ReportListInput | undefined;
  readonly email: boolean;
  /** Base URL of the admin pages. */
  readonly pages: string;
}

/** Job that writes the file; undefined if the report is empty. */
export interface ExportBegun {
  readonly jobId: string | undefined;
}

/**
 * Starts the export of a report, unless it has no rows. Open ends of the range are fixed at the current time.
 * @throws DomainError `shop_admin_reports_export_invalid_type`, `mail_no_address`, `validation_failed`, `idempotency_in_progress`, `idempotency_key_reused`
 */
export const startExport = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    transaction: 'own',
    repeats: 'marked',
    refusals: { 'not-found': ['shop_admin_reports_export_invalid_type'], invalid: ['mail_no_address'] },
  },
  (ports: ExportPorts) =>
    (actor, input: StartExportInput): Promise<ExportBegun> =>
      begin(ports, actor, input),
);

async function begin(
  ports: ExportPorts,
  { userId }: Actor,
  { type, question: asked, email, pages }: StartExportInput,
): Promise<ExportBegun> {
  if (!isExportType(type) || !asked) throw noSuchExportType();
  if (email && !(await hasAddress(ports, userId))) throw noMailAddress('email');
  const source: ExportSource = exportSources[type];
  const question = source.isDated ? await withEnds(ports, asked) : asked;
  if ((await source.count(ports, question)) === 0) return { jobId: undefined };
  const input = JSON.parse(JSON.stringify({ type, question, email, pages, dateRange: rangeOf(asked) }));
  const { job } = await ports.unitOfWork.run(() =>
    submitJob(ports, { kind: runExport, input, userId: userId ?? null }),
  );
  return { jobId: job.id };
}

const hasAddress = async ({ users }: ExportPorts, userId: number | undefined): Promise<boolean> =>
  userId !== undefined && Boolean((await users.find(userId))?.email);

const WEEK = 7 * 86_400_000;

/** Range with defaults resolved at the current time. */
async function withEnds({ shopSettings, clock }: ExportPorts, question: ReportListInput): Promise<ReportListInput> {
  const zone = zoneNamed((await shopSettings.read()).timeZone);
  const now = clock.now();
  const { after = zone.toLocal(new Date(now.getTime() - WEEK)), before = zone.toLocal(now) } = question;
  return { ...question, after, before };
}

const rangeOf = ({ after, before }: ReportListInput): string | null =>
  after === undefined || before === undefined ? null : `${after.slice(0, 10)}-to-${before.slice(0, 10)}`;
