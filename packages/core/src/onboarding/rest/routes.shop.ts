import { section } from '../../interface/route.ts';
import { cannotUpdate, cannotView, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import { NO_CONTENT } from '../../interface/status.ts';
import type { Schema, Schemas } from '../../kernel/schema.ts';
import {
  completeProfilerStep,
  profilerSteps,
  readEmailPrefill,
  readProfile,
  readProgress,
  setCurrencyAndUnits,
  updateProfile,
} from '../index.ts';
import { oneShotShopRoutes } from './one-shot-routes.shop.ts';
import { presentProfile, presentSteps } from './presenters.ts';
import { taskShopRoutes } from './task-routes.shop.ts';

const texts = { type: 'array', items: { type: 'string' } } as const;

const profile = {
  completed: { type: 'boolean', description: 'Whether all questions are done with.' },
  skipped: { type: 'boolean', description: 'Whether the questions were left out.' },
  industry: { ...texts, orNull: true, description: 'What kind of things the shop sells.' },
  business_extensions: { ...texts, description: 'Extensions that were chosen.' },
  is_agree_marketing: { type: 'boolean', description: 'Whether marketing mail was agreed to.' },
  store_email: { type: 'string', orNull: true, description: 'Where the shop is written to.' },
  is_store_country_set: { type: 'boolean', description: 'Whether the country of the shop was chosen.' },
  is_plugins_page_skipped: { type: 'boolean', description: 'Whether the choice of extensions was left out.' },
  business_choice: { type: 'string', orNull: true, description: 'How far the business has got.' },
  selling_online_answer: { type: 'string', orNull: true, description: 'Whether it sells online already.' },
  selling_platforms: {
    type: ['array', 'null'],
    items: { type: ['string', 'null'] },
    description: 'Where it sells already.',
  },
} as const satisfies Schemas;

/** Missing answers are null. */
const shownAnswers: Schemas = Object.fromEntries(
  Object.entries(profile).map(([name, { type, description }]) => [
    name,
    { type: [...new Set([type, 'null' as const].flat())], description },
  ]),
);

const context = { type: 'string', enum: ['view'], default: 'view', description: 'How much is shown.' } as const;

const step = {
  required: true,
  type: 'string',
  enum: profilerSteps,
  description: 'The step that was completed.',
} as const satisfies Schema;

const country = { required: true, type: 'string', description: 'ISO 3166-1 alpha-2, in capitals.' } as const;

const said = { name: 'ProfileUpdated', type: 'object', properties: { status: { type: 'string' } } } as const;
const message = { type: 'string', published: false } as const;

/** Routes of the onboarding profiler. */
export const onboardingShopRoutes: readonly ShopRoute[] = section(
  'Onboarding',
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/onboarding/profile',
    params: {},
    summary: 'Read what the owner of the shop said about it.',
    refusal: cannotView,
    useCase: readProfile,
    present: presentProfile,
    returns: {
      name: 'OnboardingProfile',
      type: 'object',
      properties: { ...shownAnswers, market_connected: { type: 'boolean' } },
    },
  }),
  shopRoute({
    methods: ['POST', 'PUT', 'PATCH'],
    path: '/shop-admin/onboarding/profile',
    summary: 'Keep what the owner of the shop says about it.',
    params: { ...profile, context },
    refusal: cannotView,
    batch: true,
    useCase: updateProfile,
    input: ({ context: _, ...answers }) => answers,
    present: () => ({ status: 'success', message: 'Onboarding profile data has been updated.' }),
    returns: { ...said, properties: { ...said.properties, message } },
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/onboarding/profile/experimental_get_email_prefill',
    params: {},
    summary: 'Read the address for prefilling a form.',
    refusal: cannotView,
    useCase: readEmailPrefill,
    present: (email) => ({ email }),
    returns: { name: 'EmailPrefill', type: 'object', properties: { email: { type: 'string' } } },
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/onboarding/profile/progress',
    params: {},
    summary: 'Read the completed steps of the set-up.',
    refusal: cannotView,
    useCase: readProgress,
    present: (progress) => ({ core_profiler_completed_steps: presentSteps(progress) }),
    returns: {
      name: 'ProfilerProgress',
      type: 'object',
      properties: { core_profiler_completed_steps: { type: 'object' } },
    },
  }),
  shopRoute({
    methods: ['POST', 'PUT', 'PATCH'],
    path: '/shop-admin/onboarding/profile/progress/core-profiler/complete',
    summary: 'Note that a step of setting up the shop was completed.',
    params: { step },
    refusal: cannotUpdate,
    batch: true,
    useCase: completeProfilerStep,
    present: (progress) => ({ results: presentSteps(progress), status: 'success' }),
    returns: {
      ...said,
      name: 'ProfilerStepCompleted',
      properties: { ...said.properties, results: { type: 'object' } },
    },
  }),
  shopRoute({
    methods: ['POST'],
    path: '/shop-admin/onboarding/profile/update-store-currency-and-measurement-units',
    summary: 'Make currency and units those of a country.',
    params: { country_code: country },
    refusal: cannotUpdate,
    status: NO_CONTENT,
    useCase: setCurrencyAndUnits,
  }),
  ...oneShotShopRoutes,
  ...taskShopRoutes,
);
