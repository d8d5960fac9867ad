import { themeMissing } from './errors.ts';
import type { ThemePorts } from './ports.ts';
import { defaultTheme, type Theme } from './theme.ts';

type SwitchPorts = Pick<ThemePorts, 'themes' | 'events' | 'clock'>;

/** The theme that the pages use now, and whether that is a change. */
export interface SwitchedTheme extends Pick<Theme, 'slug' | 'name'> {
  readonly isNew: boolean;
}

/**
 * Makes the pages use an installed theme, or the default one, in the surrounding unit of work.
 * @throws DomainError `shop_rest_invalid_theme`
 */
export async function switchTheme({ themes, events, clock }: SwitchPorts, slug: string): Promise<SwitchedTheme> {
  const theme = slug === defaultTheme.slug ? defaultTheme : await themes.find(slug);
  if (!theme) throw themeMissing(slug);
  const at = clock.now();
  const isNew = await themes.activate(theme === defaultTheme ? null : slug, at);
  if (isNew) events.publish({ type: 'theme.activated', at, slug });
  return { slug, name: theme.name, isNew };
}
