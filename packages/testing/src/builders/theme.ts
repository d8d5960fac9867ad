import type { Theme } from '@backroom/core/themes';
import { NOON } from './noon.ts';
import { freshWord } from './stores.ts';

/** A theme that is not active by default. */
export const aTheme = (changes: Partial<Theme> = {}): Theme => ({
  slug: freshWord(),
  name: 'Harbour',
  version: '1.2.3',
  style: { light: { ground: '#e9f0f2', radius: '0.25rem' }, dark: { ground: '#0c1a20' } },
  source: 'upload',
  sha256: 'ab'.repeat(32),
  isActive: false,
  installedAt: NOON,
  activatedAt: null,
  ...changes,
});
