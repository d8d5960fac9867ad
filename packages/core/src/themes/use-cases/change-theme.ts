import { useCase } from '../../kernel/use-case.ts';
import { themeInUse, themeMissing } from '../errors.ts';
import type { ThemePorts } from '../ports.ts';
import { type SwitchedTheme, switchTheme } from '../switch-theme.ts';
import type { Theme } from '../theme.ts';
import type { ThemeInput } from './install-theme.ts';

const declared = { access: 'manage_themes', effect: 'write' } as const;

/**
 * Makes the pages use an installed theme, or `default`; nothing happens if they do.
 * @throws DomainError `shop_rest_invalid_theme`
 */
export const activateTheme = useCase(
  { ...declared, audit: 'theme.activate', refusals: { 'not-found': ['shop_rest_invalid_theme'] } },
  (ports: ThemePorts) =>
    async (_, { theme: slug }: ThemeInput, { note }): Promise<SwitchedTheme> => {
      const target = { type: 'theme', id: slug };
      note({ target });
      const before = await ports.themes.active();
      const switched = await switchTheme(ports, slug);
      note({ target, isIdle: !switched.isNew, changes: { active: { from: before?.slug ?? null, to: slug } } });
      return switched;
    },
);

/**
 * Removes a theme that the pages do not use.
 * @throws DomainError `shop_rest_invalid_theme`, `theme_in_use`
 */
export const removeTheme = useCase(
  {
    ...declared,
    audit: 'theme.remove',
    refusals: { 'not-found': ['shop_rest_invalid_theme'], conflict: ['theme_in_use'] },
  },
  ({ themes, events, clock }: ThemePorts) =>
    async (_, { theme: slug }: ThemeInput, { note }): Promise<Theme> => {
      const target = { type: 'theme', id: slug };
      note({ target });
      const theme = await themes.find(slug);
      if (!theme) throw themeMissing(slug);
      if (theme.isActive || !(await themes.remove(slug))) throw themeInUse(slug);
      note({ target, changes: { version: { from: theme.version, to: null } } });
      events.publish({ type: 'theme.removed', at: clock.now(), slug, version: theme.version });
      return theme;
    },
);
