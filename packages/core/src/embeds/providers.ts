import type { EmbedProvider } from './ports.ts';

/** Well-known providers and their published oEmbed endpoints. */
export const builtInProviders: readonly EmbedProvider[] = [
  {
    pattern: 'https?://((m|www)\\.)?youtube\\.com/(watch|playlist|shorts/|live/).*',
    endpoint: 'https://www.youtube.com/oembed',
  },
  { pattern: 'https?://youtu\\.be/.*', endpoint: 'https://www.youtube.com/oembed' },
  { pattern: 'https?://(.+\\.)?vimeo\\.com/.*', endpoint: 'https://vimeo.com/api/oembed.json' },
  { pattern: 'https?://(www\\.)?dailymotion\\.com/.*', endpoint: 'https://www.dailymotion.com/services/oembed' },
  { pattern: 'https?://(www\\.)?soundcloud\\.com/.*', endpoint: 'https://soundcloud.com/oembed' },
  { pattern: 'https?://open\\.spotify\\.com/.*', endpoint: 'https://open.spotify.com/oembed' },
  { pattern: 'https?://(www\\.)?mixcloud\\.com/.*', endpoint: 'https://app.mixcloud.com/oembed/' },
  { pattern: 'https?://(www\\.)?flickr\\.com/.*', endpoint: 'https://www.flickr.com/services/oembed/' },
  { pattern: 'https?://(www\\.)?ted\\.com/talks/.*', endpoint: 'https://www.ted.com/services/v1/oembed.json' },
  { pattern: 'https?://(www\\.)?tiktok\\.com/.*/video/.*', endpoint: 'https://www.tiktok.com/oembed' },
];

/** The endpoint of the first provider whose pattern matches the whole address. */
export function endpointFor(url: string, own: readonly EmbedProvider[]): string | undefined {
  return [...own, ...builtInProviders].find(({ pattern }) => new RegExp(`^(?:${pattern})$`, 'i').test(url))?.endpoint;
}
