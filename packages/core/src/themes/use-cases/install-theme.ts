import type { CatalogueProduct } from '../../commerce/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import { isNewer, loadCatalogue } from '../../marketplace/index.ts';
import { addTheme } from '../add-theme.ts';
import {
  isThemeRefusal,
  themeManifestMismatch,
  themeNotInstallable,
  themeNotInstalled,
  themeShopTooOld,
  themeUnknown,
} from '../errors.ts';
import type { ThemePorts } from '../ports.ts';
import { type ReadTheme, readTheme } from '../read-package.ts';
import { defaultTheme, type Theme } from '../theme.ts';

/** A theme by its slug. */
export interface ThemeInput {
  readonly theme: string;
}

/**
 * Installs a theme of the catalogue; one that is installed stays as it is. It is not activated.
 * @throws DomainError `shop_rest_theme_install`
 */
export const installTheme = useCase(
  {
    access: 'manage_themes',
    effect: 'write',
    transaction: 'own',
    repeats: 'marked',
    runsLong: true,
    audit: 'theme.install',
    refusals: {
      'not-found': ['shop_rest_theme_install'],
      conflict: ['shop_rest_theme_install'],
      unavailable: ['shop_rest_theme_install'],
    },
  },
  (ports: ThemePorts) =>
    async (_, { theme: slug }: ThemeInput, { note, inUnit }): Promise<Pick<Theme, 'slug' | 'name'>> => {
      const target = { type: 'theme', id: slug };
      note({ target });
      const before = slug === defaultTheme.slug ? defaultTheme : await ports.themes.find(slug);
      if (before) {
        note({ target, isIdle: true });
        return before;
      }
      try {
        const read = await fetchTheme(ports, await productOf(ports, slug));
        note({ target, changes: { version: { from: null, to: read.version } } });
        return await inUnit(async () => (await ports.themes.find(slug)) ?? addTheme(ports, read, 'catalogue'));
      } catch (error) {
        throw isThemeRefusal(error) ? themeNotInstalled(error) : error;
      }
    },
);

/** The installable product of a theme. */
type ThemeProduct = CatalogueProduct & { readonly package: NonNullable<CatalogueProduct['package']> };

async function productOf(ports: ThemePorts, slug: string): Promise<ThemeProduct> {
  const { products, keyId } = await loadCatalogue(ports);
  const product = products.find((each) => each.slug === slug && each.type === 'theme');
  if (!product) throw themeUnknown(slug);
  const { package: file, isInstallable, minShopVersion } = product;
  if (!isInstallable || file === null || keyId === null) throw themeNotInstallable(slug);
  if (minShopVersion !== null && isNewer(minShopVersion, ports.build.version))
    throw themeShopTooOld(slug, minShopVersion, ports.build.version);
  return { ...product, package: file };
}

async function fetchTheme(ports: ThemePorts, { slug, version, package: file }: ThemeProduct): Promise<ReadTheme> {
  const read = readTheme(ports, await ports.themePackages.fetch(file));
  if (read.slug !== slug) throw themeManifestMismatch('slug', read.slug, slug);
  if (read.version !== version) throw themeManifestMismatch('version', read.version, version);
  return read;
}
