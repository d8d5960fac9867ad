import { hash } from 'node:crypto';
import { type Encoding, encodeAll } from '../common/content-encoding.ts';
import { type DeskBuild, INDEX } from './files.ts';

/** The page of the desk in every encoding. */
export interface DeskPage {
  readonly etag: string;
  readonly contents: Readonly<Record<Encoding, Buffer>>;
}

/**
 * Makes the page of a build for one address: its files by absolute addresses, because the page is answered at every path below,
 * the address itself for the router of the desk, and the style sheet of the theme last.
 */
export async function makeDeskPage({ files }: DeskBuild, base: string): Promise<DeskPage> {
  const text = (files.get(INDEX)?.identity.toString('utf8') ?? '')
    .replace(/\b(src|href)="\.\//g, `$1="${base}/`)
    .replace('<html', `<html data-base="${base}"`)
    .replace('</head>', `<link rel="stylesheet" href="${base}/${THEME_SHEET}">\n</head>`);
  return { etag: `"${hash('sha256', text, 'base64url').slice(0, 27)}"`, contents: await encodeAll(text) };
}

/** Path of the style sheet with the tokens of the theme, below the address of the desk. */
export const THEME_SHEET = 'theme.css';
