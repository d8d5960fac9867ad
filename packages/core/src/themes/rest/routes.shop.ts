import { section } from '../../interface/route.ts';
import { cannotUpdate, cannotView, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Schema, Schemas } from '../../kernel/schema.ts';
import { activateTheme, installTheme, PACKAGE_BYTES, type Theme, type UploadedTheme, uploadTheme } from '../index.ts';

const wanted = {
  theme: { type: 'string', required: true, published: false, description: 'Slug of a theme.' },
} as const satisfies Schemas;

const word = { type: 'string', required: true } as const;
const uploadShape: Schema = {
  type: 'object',
  properties: {
    status: { ...word, enum: ['success', 'error'], description: 'Whether the theme was installed.' },
    message: { ...word, description: 'What was done, or why the package was refused.' },
    theme: { type: 'string', required: false, description: 'Slug of the installed theme.' },
  },
};
const themeShape: Schema = {
  type: 'object',
  properties: {
    slug: { ...word, description: 'Slug of the theme.' },
    name: { ...word, description: 'Its name.' },
    status: { ...word, enum: ['success'] },
  },
};

const presentUpload = (outcome: UploadedTheme) =>
  outcome.kind === 'refused'
    ? { status: 'error', message: outcome.message }
    : { status: 'success', message: `${outcome.theme.name} is installed.`, theme: outcome.theme.slug };
const presentTheme = ({ slug, name }: Pick<Theme, 'slug' | 'name'>) => ({ slug, name, status: 'success' });

/** Upload, installation and activation. */
export const themesShopRoutes: readonly ShopRoute[] = section(
  'Themes',
  shopRoute({
    methods: ['POST', 'PUT', 'PATCH'],
    path: '/shop-admin/themes',
    summary: 'Install an uploaded theme; it is not activated.',
    params: {
      context: {
        type: 'string',
        enum: ['view', 'edit'],
        default: 'view',
        description: 'Scope of the answer; both are the same.',
      },
      pluginzip: { type: 'file', description: 'Zip archive of the theme.' },
    },
    uploadBytes: PACKAGE_BYTES,
    refusal: cannotView,
    useCase: uploadTheme,
    input: ({ pluginzip }) => ({ file: pluginzip }),
    present: presentUpload,
    returns: uploadShape,
  }),
  shopRoute({
    methods: ['POST', 'PUT', 'PATCH'],
    path: '/shop-admin/onboarding/themes/install',
    summary: 'Install a theme of the catalogue; one that is installed stays as it is.',
    params: wanted,
    refusal: cannotUpdate,
    useCase: installTheme,
    present: presentTheme,
    returns: themeShape,
  }),
  shopRoute({
    methods: ['POST', 'PUT', 'PATCH'],
    path: '/shop-admin/onboarding/themes/activate',
    summary: 'Make the pages use an installed theme, or `default`.',
    params: wanted,
    refusal: cannotUpdate,
    useCase: activateTheme,
    present: presentTheme,
    returns: themeShape,
  }),
);
