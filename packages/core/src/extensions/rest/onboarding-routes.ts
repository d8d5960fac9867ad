import { cannotUpdate, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import { installAndActivate, showInstallAndActivateJob, submitInstallAndActivate } from '../index.ts';
import { unpublishedSlugs } from './plugin-routes.ts';
import { presentBoth, presentProgress, presentSubmitted } from './presenters.ts';
import { bothShape, progressShape } from './shapes.ts';

/** Installation with activation, as the first steps of a shop have it. */
export const onboardingRoutes: readonly ShopRoute[] = [
  shopRoute({
    methods: ['POST'],
    path: '/shop-admin/onboarding/plugins/install-and-activate',
    summary: 'Install and activate extensions now.',
    params: unpublishedSlugs,
    refusal: cannotUpdate,
    useCase: installAndActivate,
    present: presentBoth,
    returns: bothShape,
  }),
  shopRoute({
    methods: ['POST'],
    path: '/shop-admin/onboarding/plugins/install-and-activate-async',
    summary: 'Install and activate extensions by a job; one job at a time for the same set.',
    params: {
      plugins: {
        type: 'array',
        items: { type: 'string' },
        required: true,
        description: 'Slugs of extensions. Other characters than those of slugs are left out.',
      },
      source: { type: 'string', description: 'Where the request comes from; ignored.' },
    },
    refusal: cannotUpdate,
    useCase: submitInstallAndActivate,
    input: ({ plugins }) => ({ plugins }),
    present: presentSubmitted,
    returns: progressShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/onboarding/plugins/scheduled-installs/{job_id}',
    summary: 'Read the state of a submitted job and of each of its extensions.',
    variables: { job_id: '\\w+' },
    params: {},
    refusal: cannotUpdate,
    useCase: showInstallAndActivateJob,
    present: presentProgress,
    returns: progressShape,
  }),
];
