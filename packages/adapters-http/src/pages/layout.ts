import type { Page } from '../common/write-answer.ts';
import { type Html, type HtmlPart, html } from './html.ts';

/** Where the pages are and whose they are. */
export interface PageFrame {
  /** The path of the pages without a slash at its end: `/cms-admin`. */
  readonly path: string;
  readonly siteName: string;
}

/** A page before it has its frame. */
export interface PageContent {
  readonly status: number;
  readonly title: string;
  /** Whether it says that something did not work; then its name says so too, for those who hear it. */
  readonly isFault?: boolean;
  readonly body: Html;
  /** More of what stands in the head. */
  readonly head?: Html;
  /** Where forms of the page may lead besides here, as sources of a policy. */
  readonly formTargets?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

const policyFor = (formTargets: readonly string[]): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Headers of every page: nobody keeps it, frames it, or learns its address. */
const headersOf = (formTargets: readonly string[]): Readonly<Record<string, string>> => ({
  'cache-control': 'no-store',
  'content-security-policy': policyFor(formTargets),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
  vary: 'Cookie',
});

/** Puts a page into its frame. */
export const pageOf = (
  { path, siteName }: PageFrame,
  { status, title, isFault, body, head, formTargets = [], headers = {} }: PageContent,
): Page => ({
  status,
  headers: { ...headersOf(formTargets), ...headers },
  contentType: 'text/html; charset=utf-8',
  content: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isFault && 'Error: '}${title} – ${siteName}</title>
${head}<link rel="icon" href="data:,">
<link rel="stylesheet" href="${path}/style.css">
</head>
<body>
<header class="site">${siteName}</header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text,
});

/** Sends a browser to another address; nothing of it is kept. */
export const goTo = (status: number, location: string, headers: Readonly<Record<string, string>> = {}): Page => ({
  status,
  headers: { ...headersOf([]), location, ...headers },
  contentType: 'text/plain; charset=utf-8',
  content: '',
});

/** What was wrong with a form, before everything else on the page; leads to the field at fault. */
export const faultBox = (
  message: string,
  field?: string,
): Html => html`<div class="box bad" role="alert" tabindex="-1" autofocus>
<h2>That did not work</h2>
<p>${field === undefined ? message : html`<a href="#${field}">${message}</a>`}</p>
</div>`;

/** Fields of a form that nobody sees. */
export const hidden = (fields: Readonly<Record<string, string>>): HtmlPart =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
