import { type RestResponse, unlessFresh } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { parseEntityTags } from '../internals.ts';

const answer: RestResponse = {
  status: 200,
  headers: { etag: '"3.7"', 'content-type': 'application/json', 'cache-control': 'no-cache' },
  body: { id: 1 },
};

describe('If-None-Match', () => {
  it.each(['"3.7"', 'W/"3.7"', '"1", "3.7"', '*', ' "3.7" '])('%s is fresh', (header) => {
    expect(unlessFresh(answer, header)).toEqual({
      status: 304,
      headers: { etag: '"3.7"', 'cache-control': 'no-cache' },
      body: undefined,
    });
  });

  it.each([undefined, '', '"3"', '3.7', '"3.7', '"13.7"'])('%s is not', (header) => {
    expect(unlessFresh(answer, header)).toBe(answer);
  });

  it('is ignored for an answer without a tag', () => {
    const untagged = { ...answer, headers: {} };
    expect(unlessFresh(untagged, '*')).toBe(untagged);
  });

  it('is ignored for a refusal', () => {
    const refusal = { ...answer, status: 404 };
    expect(unlessFresh(refusal, '*')).toBe(refusal);
  });
});

describe('entity tags for a change', () => {
  it.each([
    ['"3"', ['3']],
    ['"3.7", "4.1"', ['3.7', '4.1']],
    ['W/"3", "4"', ['4']],
    ['W/"3"', []],
    ['3', []],
    ['', []],
  ])('in %s are %j: weak ones never match', (header, tags) => {
    expect(parseEntityTags(header)).toEqual(tags);
  });
});
