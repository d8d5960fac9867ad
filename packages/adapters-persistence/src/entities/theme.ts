import type { Theme, ThemeSource, ThemeStyle } from '@backroom/core/themes';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** Installed themes. */
export const ThemeEntity = defineEntity({
  name: 'Theme',
  tableName: 'theme',
  properties: {
    slug: p.string().length(64).primary(),
    name: p.string().length(200),
    version: p.string().length(100),
    style: p.json<ThemeStyle>(),
    source: p.string().$type<ThemeSource>().length(9),
    sha256: p.string().length(64).fieldName('sha256'),
    isActive: p.boolean(),
    installedAt: p.datetime(3),
    activatedAt: p.datetime(3).nullable(),
  },
  uniques: [{ name: 'theme_active_key', properties: ['isActive'], where: 'is_active' }],
  checks: [{ name: 'theme_source_check', expression: "source in ('upload', 'catalogue')" }],
});

/** The theme of a row. */
export const toTheme = (row: InferEntity<typeof ThemeEntity>): Theme => ({
  slug: row.slug,
  name: row.name,
  version: row.version,
  style: row.style,
  source: row.source,
  sha256: row.sha256,
  isActive: row.isActive,
  installedAt: row.installedAt,
  activatedAt: row.activatedAt ?? null,
});
