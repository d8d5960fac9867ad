import { themeExists, themesFull } from './errors.ts';
import { THEMES } from './limits.ts';
import type { ThemePorts } from './ports.ts';
import type { ReadTheme } from './read-package.ts';
import type { Theme, ThemeSource } from './theme.ts';

type AddPorts = Pick<ThemePorts, 'themes' | 'events' | 'clock'>;

/**
 * Adds a theme that is not active, in the surrounding unit of work.
 * @throws DomainError `theme_exists`, `themes_full`
 */
export async function addTheme(
  { themes, events, clock }: AddPorts,
  { slug, name, version, style, sha256 }: ReadTheme,
  source: ThemeSource,
): Promise<Theme> {
  if (await themes.find(slug)) throw themeExists(slug);
  if ((await themes.list()).length >= THEMES) throw themesFull(THEMES);
  const at = clock.now();
  const state = { isActive: false, installedAt: at, activatedAt: null };
  const theme: Theme = { slug, name, version, style, source, sha256, ...state };
  await themes.insert(theme);
  events.publish({ type: 'theme.installed', at, slug, version });
  return theme;
}
