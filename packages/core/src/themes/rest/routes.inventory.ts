import { type Route, route, section } from '../../interface/route.ts';
import { choice, dateTime, flag, listOf, namedObject, record, text } from '../../interface/schema.ts';
import { listThemes, removeTheme, type Theme } from '../index.ts';
import { valuesIn } from '../style/tokens.ts';

/** An installed theme, as published. */
const themeShape = namedObject('Theme', {
  slug: text(),
  name: text(),
  version: text(),
  source: choice(['upload', 'catalogue']),
  is_active: flag({ description: 'Whether the pages use it.' }),
  installed_at: dateTime(),
  activated_at: dateTime({ nullable: true }),
  light: record({ description: 'The values of all tokens in light mode, by name.' }),
  dark: record({ description: 'Those in dark mode.' }),
});

const presentTheme = (theme: Theme) => ({
  slug: theme.slug,
  name: theme.name,
  version: theme.version,
  source: theme.source,
  is_active: theme.isActive,
  installed_at: theme.installedAt.toISOString(),
  activated_at: theme.activatedAt?.toISOString() ?? null,
  light: valuesIn('light', theme.style),
  dark: valuesIn('dark', theme.style),
});

/** Routes of themes for administrators; the shop interface uploads, installs and activates them. */
export const themeRoutes: readonly Route[] = section(
  'Themes',
  route({
    methods: ['GET'],
    path: '/themes',
    summary: 'List the installed themes by slug with their tokens, without the default one.',
    useCase: listThemes,
    input: () => ({}),
    present: (themes) => themes.map(presentTheme),
    returns: listOf(themeShape),
  }),
  route({
    methods: ['DELETE'],
    path: '/themes/{slug}',
    summary: 'Remove a theme that the pages do not use.',
    status: 204,
    params: { slug: text({ required: true, maxLength: 64, pattern: '[a-z0-9][a-z0-9_-]{0,63}' }) },
    useCase: removeTheme,
    input: ({ slug }) => ({ theme: slug }),
  }),
);
