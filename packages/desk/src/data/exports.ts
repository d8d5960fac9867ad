import type { Question } from './answers.ts';
import { answerOf, shop } from './client.ts';

/** How far a file of a report is. */
export interface ExportProgress {
  readonly percent: number;
  /** Where the file is, once it is done. */
  readonly url: string | undefined;
}

/** Begins to write a report into a file; undefined where there is nothing to write. */
export async function beginExport(
  type: string,
  question: Question | object,
  email: boolean,
): Promise<string | undefined> {
  const begun = await answerOf(
    shop.POST('/shop-analytics/reports/{type}/export', {
      params: { path: { type } },
      body: { report_args: question as Record<string, unknown>, email },
    }),
  );
  return typeof begun.export_id === 'string' ? begun.export_id : undefined;
}

export async function exportProgress(type: string, id: string): Promise<ExportProgress> {
  const status = await answerOf(
    shop.GET('/shop-analytics/reports/{type}/export/{export_id}/status', { params: { path: { type, export_id: id } } }),
  );
  const url = status.download_url;
  return {
    percent: Number(status.percent_complete ?? 0),
    url: typeof url === 'string' && url !== '' ? url : undefined,
  };
}
