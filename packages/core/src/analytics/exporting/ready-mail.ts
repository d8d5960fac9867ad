import { escapeHtml } from '../../kernel/formats/markup.ts';
import type { MailInput } from '../../notifications/index.ts';

export interface ReadyExport {
  readonly userId: number;
  readonly site: string;
  readonly title: string;
  readonly url: string;
  /** Removal time of the file. */
  readonly until: Date;
}

/** Mail with the download link of a completed export. */
export function readyMail({ userId, site, title, url, until }: ReadyExport): MailInput {
  const day = `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    userId,
    subject: `[${site}]: Your ${title} Report download is ready`,
    text: [`Your ${title} Report is ready. Download it here:`, '', url, '', `The file is kept until ${day}.`, ''].join(
      '\n',
    ),
    html: [
      `<p>Your ${escapeHtml(title)} Report is ready.</p>`,
      `<p><a href="${escapeHtml(url)}">Download your ${escapeHtml(title)} Report</a></p>`,
      `<p>The file is kept until ${escapeHtml(day)}.</p>`,
    ].join('\n'),
  };
}
