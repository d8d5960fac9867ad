import { section } from '../../interface/route.ts';
import { type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Schema } from '../../kernel/schema.ts';
import { proxyEmbed, readEmbed } from '../index.ts';
import { xmlOf } from './xml.ts';

const MOST_PIXELS = 10_000;

const text: Schema = { type: 'string', required: false };
const number: Schema = { type: 'integer', required: false };

const documentShape: Schema = {
  type: 'object',
  properties: {
    version: text,
    type: { ...text, enum: ['photo', 'video', 'rich', 'link'] },
    title: text,
    provider_name: text,
    provider_url: text,
    author_name: text,
    author_url: text,
    width: number,
    height: number,
    url: text,
    html: {
      type: ['string', 'boolean'],
      required: false,
      description: 'False where nothing of the provider may be shown.',
    },
    thumbnail_url: text,
    thumbnail_width: number,
    thumbnail_height: number,
    cache_age: number,
    scripts: { type: 'array', items: { type: 'string' }, required: false },
  },
};

const provider = shopRoute({
  methods: ['GET'],
  path: '/oembed/1.0/embed',
  summary: 'Describe a public page of this site for embedding (oEmbed), as JSON or XML.',
  params: {
    url: { type: 'string', format: 'uri', required: true },
    format: { default: 'json' },
    maxwidth: { default: 600 },
  },
  input: ({ url, maxwidth }, { baseUrl }) => ({ url, baseUrl, maxWidth: maxwidth }),
  useCase: readEmbed,
  formats: { xml: xmlOf },
  returns: documentShape,
});

const proxy = shopRoute({
  methods: ['GET'],
  path: '/oembed/1.0/proxy',
  summary: 'Describe any page for embedding (oEmbed), with HTML that is safe to show.',
  params: {
    url: { type: 'string', format: 'uri', required: true },
    format: { type: 'string', enum: ['json', 'xml'], default: 'json' },
    maxwidth: { type: 'integer', default: 600 },
    maxheight: { type: 'integer' },
    discover: {
      type: 'boolean',
      default: true,
      description: 'Whether to look for the endpoint of a provider in the page, where it is not on the list.',
    },
  },
  input: ({ url, maxwidth, maxheight, discover }, { baseUrl }) => ({
    url,
    baseUrl,
    maxWidth: pixels(maxwidth),
    discover,
    ...(maxheight !== undefined && { maxHeight: pixels(maxheight) }),
  }),
  useCase: proxyEmbed,
  returns: documentShape,
});

const pixels = (size: number): number => Math.min(Math.abs(size), MOST_PIXELS);

export const embedsShopRoutes: readonly ShopRoute[] = section('Embeds', provider, proxy);
