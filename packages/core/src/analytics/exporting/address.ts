import { type Signatures, signAddress } from '../../files/index.ts';
import { type ExportInput, fileNameOf } from './export-input.ts';

/** Action parameter of a download URL. */
export const DOWNLOAD_ACTION = 'shop_admin_download_report_csv';

/** Download URL of an export, valid until the given time; without a signature if there is no signing key. */
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
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${pages}/?${parameters.join('&')}`;
}
