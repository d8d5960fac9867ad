import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, SettingsError } from '@backroom/composition';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backroom-experiments-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reading = (text: string) => {
  const EXPERIMENTS_FILE = join(folder, 'experiments.json');
  writeFileSync(EXPERIMENTS_FILE, text);
  return readSettings({ EXPERIMENTS_FILE }).experiments;
};
const good = { name: 'new_menu', allocation: 50, variations: [{ name: 'treatment', weight: 1 }] };

describe('EXPERIMENTS_FILE', () => {
  it('is not needed', () => {
    expect(readSettings({}).experiments).toEqual([]);
  });

  it('is a list of experiments', () => {
    const full = {
      ...good,
      salt: 's',
      force: { anna: 'control' },
      start: '2026-11-01T00:00:00Z',
      end: '2026-12-01T00:00:00Z',
    };
    expect(reading(JSON.stringify([full]))).toEqual([full]);
    expect(reading('[]')).toEqual([]);
  });

  it.each([
    'no json',
    '{}',
    '[1]',
    JSON.stringify([{ ...good, name: 'New Menu' }]),
    JSON.stringify([{ ...good, allocation: 101 }]),
    JSON.stringify([{ ...good, allocation: '50' }]),
    JSON.stringify([{ ...good, variations: [] }]),
    JSON.stringify([{ ...good, variations: [{ name: 'a', weight: -1 }] }]),
    JSON.stringify([{ ...good, variations: [{ name: 'a', weight: 0 }] }]),
    JSON.stringify([{ ...good, force: { anna: 'unknown' } }]),
    JSON.stringify([{ ...good, start: 'tomorrow' }]),
    JSON.stringify([{ ...good, more: 1 }]),
    JSON.stringify([good, good]),
  ])('is refused with %s in it', (text) => {
    expect(() => reading(text)).toThrow(SettingsError);
    expect(() => reading(text)).toThrow(/EXPERIMENTS_FILE must name a JSON file with a list of experiments/);
  });

  it('must be there where it is named', () => {
    expect(() => readSettings({ EXPERIMENTS_FILE: join(folder, 'none.json') })).toThrow(SettingsError);
  });
});

describe('SHOP_FEATURES and SITE_EMAIL', () => {
  it('are read', () => {
    const { core } = readSettings({ SHOP_FEATURES: 'analytics, core-profiler', SITE_EMAIL: 'shop@example.org' });
    expect([core.features, core.siteEmail]).toEqual([['analytics', 'core-profiler'], 'shop@example.org']);
  });

  it.each([{ SHOP_FEATURES: 'Analytics' }, { SHOP_FEATURES: 'a,,b' }, { SITE_EMAIL: 'nobody' }])(
    'are refused as %j',
    (environment) => {
      expect(() => readSettings(environment)).toThrow(SettingsError);
    },
  );
});
