import { escapeHtml } from '@backroom/core/kernel';

/** Markup that needs no escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Template values: markup is inserted unchanged, texts are escaped, lists are concatenated, false and undefined are empty. */
export type HtmlPart = Html | string | number | false | undefined | readonly HtmlPart[];

/** Template tag that escapes all interpolated texts, in content and in quoted attributes. */
export const html = (pieces: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  new Html(pieces.reduce((whole, piece, index) => whole + markupOf(parts[index - 1]) + piece));

function markupOf(part: HtmlPart): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(markupOf).join('');
  return part === undefined || part === false ? '' : escapeHtml(String(part));
}

/** The address of a picture (`data:`) that is the QR code of a text. */
export async function qrPicture(text: string): Promise<string> {
  // With the first code: most starts of a server show none.
  const { default: QRCode } = await import('qrcode');
  const svg = await QRCode.toString(text, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
