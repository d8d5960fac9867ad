import { cannotCreate, cannotUpdate, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Schema } from '../../kernel/schema.ts';
import { addPlaceholderProducts, createHomepage, createProductFromTemplate, importSampleProducts } from '../index.ts';

const base = '/shop-admin/onboarding';
const integer: Schema = { type: 'integer' };
const ids: Schema = { type: 'array', items: integer };

/** One-shots of onboarding; each may be repeated. */
export const oneShotShopRoutes: readonly ShopRoute[] = [
  shopRoute({
    methods: ['POST'],
    path: `${base}/tasks/import_sample_products`,
    params: {},
    summary: 'Add the sample products; products whose SKU exists are left as they are.',
    refusal: cannotCreate,
    useCase: importSampleProducts,
    present: ({ products, variations, existing }) => ({
      imported: products,
      imported_variations: variations,
      failed: [],
      updated: [],
      skipped: existing,
    }),
    returns: {
      name: 'ImportedSampleProducts',
      type: 'object',
      properties: {
        imported: ids,
        imported_variations: ids,
        failed: ids,
        updated: ids,
        skipped: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' }, id: integer } } },
      },
    },
  }),
  shopRoute({
    methods: ['POST'],
    path: `${base}/tasks/create_homepage`,
    params: {},
    summary: 'Publish a homepage and show it at the address of the site.',
    refusal: cannotCreate,
    useCase: createHomepage,
    present: ({ id }, { around }) => ({
      status: 'success',
      message: 'Homepage created',
      post_id: id,
      edit_post_link: around.link(`/cms/v2/pages/${id}`),
    }),
    returns: {
      name: 'CreatedHomepage',
      type: 'object',
      properties: {
        status: { type: 'string' },
        message: { type: 'string' },
        post_id: integer,
        edit_post_link: { type: 'string' },
      },
    },
  }),
  shopRoute({
    methods: ['POST'],
    path: `${base}/tasks/create_product_from_template`,
    params: {
      template_name: {
        type: 'string',
        required: true,
        description: 'physical, digital, variable, grouped or external.',
      },
    },
    summary: 'Begin a product of a template, as a draft that lists do not show.',
    refusal: cannotCreate,
    useCase: createProductFromTemplate,
    returns: { name: 'ProductFromTemplate', type: 'object', properties: { id: integer } },
  }),
  shopRoute({
    methods: ['POST'],
    path: `${base}/products`,
    params: {},
    summary: 'Make sure that the placeholder products exist.',
    refusal: cannotUpdate,
    useCase: addPlaceholderProducts,
    present: () => ({ success: true }),
    returns: { name: 'PlaceholderProducts', type: 'object', properties: { success: { type: 'boolean' } } },
  }),
];
