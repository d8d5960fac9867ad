import { escapeHtml } from '@backroom/core';

/** Text that is markup already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What can stand in a template: markup as it is, words escaped, lists one after another, and nothing for what is not there. */
export type HtmlPart = Html | string | number | false | undefined | readonly HtmlPart[];

/** Makes markup of a template; every word that is put in is escaped, in texts and in quoted attributes alike. */
export const html = (pieces: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  new Html(pieces.reduce((whole, piece, index) => whole + markupOf(parts[index - 1]) + piece));

function markupOf(part: HtmlPart): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(markupOf).join('');
  return part === undefined || part === false ? '' : escapeHtml(String(part));
}
