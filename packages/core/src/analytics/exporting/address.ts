import { type Signatures, signAddress } from '../../files/index.ts';
import { type ExportInput, fileNameOf } from './export-input.ts';

/** What the address of a file asks the pages for people to do. */
export const DOWNLOAD_ACTION = 'shop_admin_download_report_csv';

/** Where the file of an export is fetched until a moment; without a signature where nothing can be signed. */
export function downloadUrl(
  signatures: Signatures,
  job: { readonly id: string; readonly input: ExportInput },
  until: Date,
): string {
  const { type, pages, dateRange } = job.input;
  const filename = fileNameOf(type, job.id);
  const signed = signAddress(signatures, filename, until);
  const query = {
    action: DOWNLOAD_ACTION,
    filename,
    ...(dateRange !== null && { date_range: dateRange }),
    ...(signed && { expires: signed.expires, signature: signed.signature }),
  };
  const told = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${pages}/?${told.join('&')}`;
}
