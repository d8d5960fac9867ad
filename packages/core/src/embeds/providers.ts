import type { EmbedProvider } from './ports.ts';

/** Labels of a host before the one that is named, none included; never a path, so that no other host matches. */
const ANY_LABELS = '([a-z0-9-]+\\.)*';

/** Well-known providers and their oEmbed endpoints (https://oembed.com/providers.json, docs/public-site.md). */
export const builtInProviders: readonly EmbedProvider[] = [
  {
    pattern: 'https?://((m|music|www)\\.)?youtube\\.com/(watch\\?|playlist\\?|shorts/|live/|embed/|v/).*',
    endpoint: 'https://www.youtube.com/oembed',
  },
  { pattern: 'https?://youtu\\.be/.+', endpoint: 'https://www.youtube.com/oembed' },
  { pattern: `https?://${ANY_LABELS}vimeo\\.com/.+`, endpoint: 'https://vimeo.com/api/oembed.json' },
  {
    pattern: 'https?://((www\\.)?dailymotion\\.com/video|dai\\.ly)/.+',
    endpoint: 'https://www.dailymotion.com/services/oembed',
  },
  { pattern: 'https?://((m|on|www)\\.)?soundcloud\\.com/.+', endpoint: 'https://soundcloud.com/oembed' },
  { pattern: 'https?://open\\.spotify\\.com/.+', endpoint: 'https://open.spotify.com/oembed' },
  { pattern: 'https?://((m|www)\\.)?mixcloud\\.com/.+', endpoint: 'https://app.mixcloud.com/oembed/' },
  {
    pattern: `https?://(${ANY_LABELS}flickr\\.com/photos|flic\\.kr/[ps])/.+`,
    endpoint: 'https://www.flickr.com/services/oembed/',
  },
  {
    pattern: 'https?://((embed|www)\\.)?ted\\.com/talks/.+',
    endpoint: 'https://www.ted.com/services/v1/oembed.json',
  },
  { pattern: 'https?://(www\\.)?tiktok\\.com/@.+', endpoint: 'https://www.tiktok.com/oembed' },
];

/** The endpoint of the first provider whose pattern matches the whole address. */
export function endpointFor(url: string, own: readonly EmbedProvider[]): string | undefined {
  return [...own, ...builtInProviders].find(({ pattern }) => new RegExp(`^(?:${pattern})$`, 'i').test(url))?.endpoint;
}
