import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AnsweredCode, checkAnswered, codesIn, undocumented } from './answered-codes.ts';

const page = [
  '# Refusals',
  'Words about `planted_code`.',
  '## 400 Bad Request',
  '| `rest_invalid_param` | malformed |  |',
  '## 403 Forbidden',
  '| `rest_forbidden` | forbidden | No. |',
  '## 422 Unprocessable Entity',
  '| `out_of_range` | invalid | Too much. |',
  '## Fields',
  '| `too_long` | At most 5. |',
].join('\n');
const one = (section: string, code: string, isOfShop = false): AnsweredCode => ({ section, code, isOfShop });

describe('answered codes', () => {
  it('are those of refusals, of their fields and of the items of a batch', () => {
    const problem = { code: 'a', status: 422, errors: [{ field: 'x', code: 'b' }] };
    expect(codesIn(422, problem)).toEqual([one('422', 'a'), one('Fields', 'b')]);
    const refusal = { code: 'c', message: '', data: { status: 400, details: { x: { code: 'd', message: '' } } } };
    expect(codesIn(400, refusal)).toEqual([one('400', 'c', true), one('Fields', 'd', true)]);
    const responses = [null, { status: 200, body: { code: 'no refusal' } }, { status: 400, body: refusal }];
    expect(codesIn(207, { responses })).toEqual([one('400', 'c', true), one('Fields', 'd', true)]);
    expect([codesIn(200, { code: 'US' }), codesIn(404, null), codesIn(404, [])]).toEqual([[], [], []]);
  });

  it('are documented under their status', () => {
    const fine = [
      one('400', 'rest_invalid_param', true),
      one('403', 'rest_forbidden', true),
      one('Fields', 'too_long'),
    ];
    expect(undocumented([...fine, one('422', 'out_of_range'), one('400', 'out_of_range', true)], page)).toEqual([]);
    const missing = [
      one('401', 'rest_forbidden', true),
      one('400', 'out_of_range'),
      one('400', 'planted_code', true),
      one('422', 'too_long'),
      one('Fields', 'planted_code'),
    ];
    expect(undocumented([...fine, ...missing], page)).toEqual(missing);
  });

  it('end a run with an error that names those that are not', () => {
    const folder = mkdtempSync(join(tmpdir(), 'answered-'));
    try {
      expect(() => checkAnswered(folder, page)).not.toThrow();
      writeFileSync(join(folder, '1.jsonl'), `${JSON.stringify(one('403', 'rest_forbidden', true))}\n`);
      expect(() => checkAnswered(folder, page)).not.toThrow();
      writeFileSync(join(folder, '2.jsonl'), `${JSON.stringify(one('401', 'rest_forbidden', true))}\n`);
      expect(() => checkAnswered(folder, page)).toThrow('docs/errors.md:\n401 rest_forbidden (shop)');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
