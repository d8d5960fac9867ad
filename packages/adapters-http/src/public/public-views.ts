import type { PublicContent, PublicOffer, PublicSite } from '@backroom/core/content';
import { Html, html } from '../pages/html.ts';

/** Where the pages are, and who publishes them. */
export interface PublicFrame {
  readonly site: PublicSite;
  /** Public base address, without a trailing slash. */
  readonly baseUrl: string;
  /** Path of the base address: empty, or `/shop`. */
  readonly basePath: string;
  readonly adminPath: string;
  /** Path of the documentation. */
  readonly docsPath: string;
  readonly deskPath: string | undefined;
}

const stock = { instock: 'In stock', outofstock: 'Out of stock', onbackorder: 'Available on back-order' } as const;

/** The page of a product, of a page, or of a site without a front page. */
export const publicPage = (frame: PublicFrame, shown: PublicContent | undefined): string => {
  const { site, basePath } = frame;
  const body = shown ? shownBody(shown) : plainBody(frame);
  return html`<!doctype html>
<html lang="en">
<head>
${headOf(frame, shown)}</head>
<body>
${
  shown &&
  html`<header class="site"><a href="${basePath}/">${site.name}</a></header>
`
}<main>
${body}</main>
${
  shown &&
  site.description !== '' &&
  html`<footer class="foot">${site.description}</footer>
`
}</body>
</html>
`.text;
};

/** The same for a frame in another page: title, picture, price and summary. */
export const embedPage = (frame: PublicFrame, shown: PublicContent | undefined): string => {
  const { site, basePath, baseUrl } = frame;
  const title = shown?.title ?? site.name;
  const summary = shown?.summary ?? site.description;
  const link = html`<a href="${baseUrl}${shown?.path ?? '/'}" target="_blank" rel="noopener">${title}</a>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – ${site.name}</title>
<link rel="canonical" href="${baseUrl}${shown?.path ?? '/'}">
<link rel="stylesheet" href="${basePath}/site.css">
</head>
<body class="frame">
<main>
${picture(shown)}<h1>${link}</h1>
${shown?.offer && offerOf(shown.offer)}${
  summary !== '' &&
  html`<p>${summary}</p>
`
}<p class="soft">${site.name}</p>
</main>
</body>
</html>
`.text;
};

function headOf({ site, baseUrl, basePath }: PublicFrame, shown: PublicContent | undefined): Html {
  const address = `${baseUrl}${shown?.path ?? '/'}`;
  const title = shown && shown.path !== '/' ? `${shown.title} – ${site.name}` : site.name;
  const summary = shown?.summary ?? site.description;
  const kind = shown?.offer ? 'product' : shown && shown.path !== '/' ? 'article' : 'website';
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${
  summary !== '' &&
  html`<meta name="description" content="${summary}">
<meta property="og:description" content="${summary}">
`
}<meta property="og:type" content="${kind}">
<meta property="og:title" content="${shown?.title ?? site.name}">
<meta property="og:url" content="${address}">
<meta property="og:site_name" content="${site.name}">
${
  shown?.image != null &&
  html`<meta property="og:image" content="${shown.image}">
`
}${
  shown?.offer?.price != null &&
  html`<meta property="product:price:amount" content="${shown.offer.price}">
<meta property="product:price:currency" content="${shown.offer.currency}">
`
}<link rel="canonical" href="${address}">
<link rel="icon" href="${basePath}/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${basePath}/site.css">
${shown && discovery(baseUrl, address)}`;
}

/** Links by which other sites find the oEmbed document (docs/spec/shop-platform.md 12.1). */
function discovery(baseUrl: string, address: string): Html {
  const endpoint = `${baseUrl}/index.php?rest_route=${encodeURIComponent('/oembed/1.0/embed')}&url=${encodeURIComponent(address)}`;
  return html`<link rel="alternate" type="application/json+oembed" href="${endpoint}">
<link rel="alternate" type="text/xml+oembed" href="${`${endpoint}&format=xml`}">
`;
}

const shownBody = (shown: PublicContent): Html => html`${picture(shown)}<h1>${shown.title}</h1>
${shown.offer && offerOf(shown.offer)}<div class="content">${new Html(shown.content)}</div>
`;

const plainBody = ({ site, basePath, adminPath, docsPath, deskPath }: PublicFrame): Html => html`<h1>${site.name}</h1>
${
  site.description !== '' &&
  html`<p>${site.description}</p>
`
}<ul class="links">
${
  deskPath !== undefined &&
  html`<li><a href="${basePath}${deskPath}">Open the desk</a></li>
`
}<li><a href="${basePath}/${adminPath}/">Sign in</a></li>
<li><a href="${basePath}${docsPath}">API documentation</a></li>
</ul>
`;

const picture = (shown: PublicContent | undefined): Html | undefined =>
  shown?.image
    ? html`<img class="picture" src="${shown.image}" alt="">
`
    : undefined;

const offerOf = ({ price, regularPrice, currency, stockStatus, sku }: PublicOffer): Html => html`${
  price !== null &&
  html`<p class="price">${regularPrice !== null && html`<s>${regularPrice} ${currency}</s>`}${price} ${currency}</p>
`
}<p><span class="stock ${stockStatus}">${stock[stockStatus]}</span>${sku !== null && html` <span class="soft">· ${sku}</span>`}</p>
`;
