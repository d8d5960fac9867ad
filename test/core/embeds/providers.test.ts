import { describe, expect, it } from 'vitest';
import { builtInProviders, endpointFor } from '../internals.ts';

const listed: readonly [string, string][] = [
  ['https://www.youtube.com/watch?v=iwGFalTRHDA', 'https://www.youtube.com/oembed'],
  ['http://m.youtube.com/watch?v=iwGFalTRHDA&t=3', 'https://www.youtube.com/oembed'],
  ['https://youtube.com/shorts/abc', 'https://www.youtube.com/oembed'],
  ['https://www.youtube.com/playlist?list=PL1', 'https://www.youtube.com/oembed'],
  ['https://youtu.be/iwGFalTRHDA', 'https://www.youtube.com/oembed'],
  ['https://vimeo.com/7100569', 'https://vimeo.com/api/oembed.json'],
  ['https://player.vimeo.com/video/7100569', 'https://vimeo.com/api/oembed.json'],
  ['http://www.dailymotion.com/video/xoxulz', 'https://www.dailymotion.com/services/oembed'],
  ['https://dai.ly/xoxulz', 'https://www.dailymotion.com/services/oembed'],
  ['https://soundcloud.com/forss/flickermood', 'https://soundcloud.com/oembed'],
  ['https://open.spotify.com/track/2qToAcex0ruZfbEbAy9OhW', 'https://open.spotify.com/oembed'],
  ['https://www.mixcloud.com/someone/some-set/', 'https://app.mixcloud.com/oembed/'],
  ['https://www.flickr.com/photos/bees/2362225867/', 'https://www.flickr.com/services/oembed/'],
  ['https://flic.kr/p/4AK2sc', 'https://www.flickr.com/services/oembed/'],
  ['https://www.ted.com/talks/jill_bolte_taylor', 'https://www.ted.com/services/v1/oembed.json'],
  ['https://www.tiktok.com/@scout2015/video/6718335390845095173', 'https://www.tiktok.com/oembed'],
];

describe('the list of embed providers', () => {
  it.each(listed)('has %s at %s', (url, endpoint) => {
    expect(endpointFor(url, [])).toBe(endpoint);
  });

  it.each([
    'https://evil.example/x.vimeo.com/1',
    'https://evil.example/?.vimeo.com/1',
    'https://evil.example/#.vimeo.com/1',
    'https://evilvimeo.com/1',
    'https://vimeo.com.evil.example/1',
    'https://vimeo.com:8080/1',
    'https://vimeo.com@evil.example/1',
    'https://youtu.be.evil.example/x',
    'https://wwwXyoutube.com/watch?v=1',
    'https://evil.example/x.flickr.com/photos/1',
    'ftp://vimeo.com/1',
    'https://vimeo.com/',
    '',
  ])('has not %j', (url) => {
    expect(endpointFor(url, [])).toBeUndefined();
  });

  it('has https endpoints only, and those of the operator first', () => {
    for (const { endpoint } of builtInProviders) expect(new URL(endpoint).protocol).toBe('https:');
    const own = { pattern: 'https://vimeo\\.com/.*', endpoint: 'https://embeds.shop.example/' };
    expect(endpointFor('https://vimeo.com/1', [own])).toBe(own.endpoint);
  });

  it('answers about a long address without delay', () => {
    const long = `https://${'a.'.repeat(20_000)}example/`;
    const since = performance.now();
    endpointFor(long, []);
    endpointFor(`https://${'a-'.repeat(20_000)}`, []);
    expect(performance.now() - since).toBeLessThan(1_000);
  });
});
