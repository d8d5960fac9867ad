import type { PublicSite } from '@backroom/core/content';
import { html } from '../pages/html.ts';
import type { PublicFrame } from './public-views.ts';

/** The site, and why a page of it cannot be shown. */
export interface PublicFailure {
  readonly site: PublicSite;
  readonly failure: { readonly status: number; readonly message: string };
}

export const failureView = ({ site, basePath }: PublicFrame, { message }: PublicFailure['failure']): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Not found – ${site.name}</title>
<link rel="icon" href="${basePath}/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${basePath}/site.css">
</head>
<body>
<header class="site"><a href="${basePath}/">${site.name}</a></header>
<main>
<h1>Not found</h1>
<p>${message}</p>
<p><a href="${basePath}/">Go to the front page</a></p>
</main>
</body>
</html>
`.text;
