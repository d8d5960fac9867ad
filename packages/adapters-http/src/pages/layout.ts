import type { RenderedPage } from '../common/write-answer.ts';
import { type Html, type HtmlPart, html } from './html.ts';

/** Path and site name of the pages. */
export interface PageFrame {
  /** Path of the pages without a trailing slash: `/cms-admin`. */
  readonly path: string;
  readonly siteName: string;
}

/** Content of a page, without its layout. */
export interface PageContent {
  readonly status: number;
  readonly title: string;
  /** Whether it reports an error; the title then says so, for screen readers. */
  readonly isFault?: boolean;
  readonly body: Html;
  /** State that a script compares. */
  readonly state?: string;
  /** File of the script, next to the style; pages must work without it. */
  readonly script?: string;
  /** Additional markup in `head`. */
  readonly head?: Html;
  /** Additional `form-action` sources of the Content-Security-Policy. */
  readonly formTargets?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

const policyFor = (formTargets: readonly string[], hasScript: boolean): string =>
  [
    "default-src 'none'",
    ...(hasScript ? ["script-src 'self'", "connect-src 'self'"] : []),
    "style-src 'self'",
    'img-src data:',
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Headers of every page: not cached, not framed, no referrer. */
const headersOf = (formTargets: readonly string[], hasScript = false): Readonly<Record<string, string>> => ({
  'cache-control': 'no-store',
  'content-security-policy': policyFor(formTargets, hasScript),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
  vary: 'Cookie',
});

/** Renders a page in the layout. */
export const pageOf = (
  { path, siteName }: PageFrame,
  { status, title, isFault, body, state, script, head, formTargets = [], headers = {} }: PageContent,
): RenderedPage => ({
  status,
  headers: { ...headersOf(formTargets, script !== undefined), ...headers },
  contentType: 'text/html; charset=utf-8',
  content: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isFault && 'Error: '}${title} – ${siteName}</title>
${head}<link rel="icon" href="data:,">
<link rel="stylesheet" href="${path}/style.css">${
    script !== undefined &&
    html`
<script src="${path}/${script}" defer></script>`
  }
</head>
<body>
<header class="site">${siteName}</header>
<main${state !== undefined && html` data-state="${state}"`}>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text,
});

/** Redirects a browser; the response is not cached. */
export const goTo = (
  status: number,
  location: string,
  headers: Readonly<Record<string, string>> = {},
): RenderedPage => ({
  status,
  headers: { ...headersOf([]), location, ...headers },
  contentType: 'text/plain; charset=utf-8',
  content: '',
});

/** Error summary at the top of a page, linked to the invalid field. */
export const faultBox = (
  message: string,
  field?: string,
): Html => html`<div class="box bad" role="alert" tabindex="-1" autofocus>
<h2>That did not work</h2>
<p>${field === undefined ? message : html`<a href="#${field}">${message}</a>`}</p>
</div>`;

/** Hidden form fields. */
export const hidden = (fields: Readonly<Record<string, string>>): HtmlPart =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
