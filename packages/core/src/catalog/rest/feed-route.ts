import { type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Schema } from '../../kernel/schema.ts';
import { createFeed, FEED_ACTION, type FeedStatus } from '../index.ts';

const orNone = { type: ['string', 'null'] } as const;

const feedStatus: Schema = {
  name: 'CatalogueFeedStatus',
  type: 'object',
  properties: {
    scheduled_at: { type: 'string' },
    completed_at: orNone,
    state: { type: 'string', enum: ['scheduled', 'in_progress', 'completed', 'failed'] },
    progress: { type: 'number' },
    processed: { type: 'integer' },
    total: { type: 'integer' },
    args: {
      type: 'object',
      properties: {
        _product_fields: { ...orNone, required: false },
        _variation_fields: { ...orNone, required: false },
      },
    },
    url: { type: 'string', required: false },
    error: { type: 'string', required: false },
    failed_at: { type: 'string', required: false },
  },
};

/** A time in UTC without a suffix, to the second. */
const timeText = (time: Date): string => time.toISOString().slice(0, 19);

/** Share of the entries written, in percent with two decimals; 100 only for a complete file. */
function progressOf({ state, processed, total }: FeedStatus): number {
  if (state === 'completed') return 100;
  return total <= 0 ? 0 : Math.min(99.99, Math.floor((processed / total) * 10_000) / 100);
}

/** Starts the catalogue feed of a point of sale, and reads its state. */
export const feedRoute: ShopRoute = shopRoute({
  methods: ['POST'],
  path: '/shop/pos/v1/catalog/create',
  summary: 'Start the catalogue feed of a set of fields, or read its state.',
  params: {
    force: {
      type: 'boolean',
      default: false,
      description: 'Generate the feed anew; without effect while a generation is running.',
    },
    _product_fields: { type: 'string', description: 'Comma-separated field names for products other than variations.' },
    _variation_fields: { type: 'string', description: 'Comma-separated field names for variations.' },
  },
  useCase: createFeed,
  input: ({ force, ProductFields, VariationFields }, { baseUrl }) => ({
    force,
    baseUrl,
    productFields: ProductFields,
    variationFields: VariationFields,
  }),
  present: (status, { given: { ProductFields, VariationFields }, around: { baseUrl, names } }) => ({
    scheduled_at: timeText(status.scheduledAt),
    completed_at: status.completedAt && timeText(status.completedAt),
    state: status.state,
    progress: progressOf(status),
    processed: status.processed,
    total: status.total,
    args: {
      ...(ProductFields !== undefined && { _product_fields: ProductFields }),
      ...(VariationFields !== undefined && { _variation_fields: VariationFields }),
    },
    ...(status.file && { url: fileUrl(`${baseUrl}/${names.adminPath}`, status.file) }),
    ...(status.fault && { error: status.fault.error.message, failed_at: timeText(status.fault.failedAt) }),
  }),
  returns: feedStatus,
});

function fileUrl(pages: string, { name, signed }: NonNullable<FeedStatus['file']>): string {
  const query = {
    action: FEED_ACTION,
    filename: name,
    ...(signed && { expires: signed.expires, signature: signed.signature }),
  };
  const parameters = Object.entries(query).map(([member, value]) => `${member}=${encodeURIComponent(value)}`);
  return `${pages}/?${parameters.join('&')}`;
}
