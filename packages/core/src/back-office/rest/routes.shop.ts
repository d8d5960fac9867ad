import { section } from '../../interface/route.ts';
import { cannotEdit } from '../../interface/shop/edit-refusals.ts';
import { cannotUpdate, cannotView, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Schema, Schemas } from '../../kernel/schema.ts';
import {
  assignExperiment,
  dismissNotice,
  dismissTaxRecommendation,
  listFeatures,
  readOptions,
  writeOptions,
} from '../index.ts';

/** Time clients may cache their experiment assignment, in seconds. */
const ASSIGNMENT_LIFETIME = 3_600;

const notice = {
  notice_id: { type: 'string', published: false, description: 'The notice to put away.' },
  dismiss_notice_nonce: { type: 'string', published: false, description: 'Asked of browsers only.' },
} as const satisfies Schemas;

const experiment = {
  experiment_name: { type: 'string', published: false, description: 'The experiment.' },
  anon_id: { type: 'string', published: false, description: 'Who takes part; the account unless given.' },
} as const satisfies Schemas;

const options: Schema = { name: 'Options', type: 'object', description: 'Options by name.' };

/** Options, features, notices and experiments. */
export const backOfficeShopRoutes: readonly ShopRoute[] = section(
  'Administration',
  shopRoute({
    methods: ['POST'],
    path: '/shop-admin/tax/recommendations/dismiss',
    params: {},
    summary: 'Hide the recommendation of a tax service.',
    refusal: cannotEdit,
    batch: true,
    useCase: dismissTaxRecommendation,
    present: () => ({ dismissed: true }),
    returns: { name: 'RecommendationDismissed', type: 'object', properties: { dismissed: { type: 'boolean' } } },
  }),
  shopRoute({
    methods: ['POST'],
    path: '/shop-admin/notice/dismiss',
    summary: 'Dismiss a notice for the caller.',
    params: notice,
    batch: true,
    useCase: dismissNotice,
    input: ({ noticeId, dismissNoticeNonce }) => ({
      ...(noticeId !== undefined && { noticeId }),
      ...(dismissNoticeNonce !== undefined && { nonce: dismissNoticeNonce }),
    }),
    present: ({ isKnown }) => ({ success: isKnown }),
    returns: { name: 'NoticeDismissed', type: 'object', properties: { success: { type: 'boolean' } } },
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/features',
    params: {},
    summary: 'Name the parts of the shop that are switched on.',
    refusal: cannotView,
    useCase: listFeatures,
    returns: { type: 'array', items: { type: 'string' } },
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/experiments/assignment',
    summary: 'Assign a variation of an experiment.',
    params: experiment,
    refusal: cannotView,
    useCase: assignExperiment,
    present: ({ experimentName, variation }) => ({
      variations: { [experimentName]: variation },
      ttl: ASSIGNMENT_LIFETIME,
    }),
    returns: {
      name: 'ExperimentAssignment',
      type: 'object',
      properties: { variations: { type: 'object' }, ttl: { type: 'integer' } },
    },
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/options',
    summary: 'Read options by name.',
    params: { options: { published: false, description: 'Names, separated by commas.' } },
    refusal: cannotView,
    useCase: readOptions,
    returns: options,
  }),
  shopRoute({
    methods: ['POST', 'PUT', 'PATCH'],
    path: '/shop-admin/options',
    summary: 'Change options.',
    params: { values: { published: false, in: 'whole body', description: 'New values by name.' } },
    refusal: cannotUpdate,
    batch: true,
    useCase: writeOptions,
    returns: { name: 'OptionChanges', type: 'object', description: 'Whether each is another now.' },
  }),
);
