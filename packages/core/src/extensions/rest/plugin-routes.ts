import { cannotUpdate, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Schemas } from '../../kernel/schema.ts';
import {
  activateExtensions,
  installExtensions,
  listActivateJobs,
  listActiveExtensions,
  listInstalledExtensions,
  listInstallJobs,
  showActivateJob,
  showInstallJob,
} from '../index.ts';
import { presentActivation, presentInstallation, presentJob } from './presenters.ts';
import { activationShape, installationShape, jobShape, jobsShape, slugsShape } from './shapes.ts';

/** Slugs as a list, or separated by commas. */
export const unpublishedSlugs = {
  plugins: {
    type: 'array',
    items: { type: 'string' },
    published: false,
    description:
      'Slugs of extensions: a list, or a text with commas. Other characters than those of slugs are left out.',
  },
} as const satisfies Schemas;

const wanted = {
  ...unpublishedSlugs,
  async: {
    type: 'boolean',
    default: false,
    published: false,
    description: 'Whether a job does the work, whose id is the answer.',
  },
} as const satisfies Schemas;

const jobId = { job_id: '[a-z0-9_\\-]+' };

const lists: readonly ShopRoute[] = [
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/plugins/active',
    summary: 'List the slugs of the activated extensions, without failed ones.',
    params: {},
    useCase: listActiveExtensions,
    present: (extensions) => ({ plugins: extensions.map(({ slug }) => slug) }),
    returns: slugsShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/plugins/installed',
    summary: 'List the slugs of the installed extensions.',
    params: {},
    useCase: listInstalledExtensions,
    present: (extensions) => ({ plugins: extensions.map(({ slug }) => slug) }),
    returns: slugsShape,
  }),
];

const installation: readonly ShopRoute[] = [
  shopRoute({
    methods: ['POST', 'PUT', 'PATCH'],
    path: '/shop-admin/plugins/install',
    summary: 'Install extensions of the catalogue, now or by a job.',
    params: wanted,
    refusal: cannotUpdate,
    useCase: installExtensions,
    present: presentInstallation,
    returns: installationShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/plugins/install/status',
    summary: 'List the installations of the last week that were submitted as jobs.',
    params: {},
    refusal: cannotUpdate,
    useCase: listInstallJobs,
    present: (reports) => reports.map(presentJob),
    returns: jobsShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/plugins/install/status/{job_id}',
    summary: 'Read the state of a submitted installation.',
    variables: jobId,
    params: {},
    refusal: cannotUpdate,
    useCase: showInstallJob,
    present: presentJob,
    returns: jobShape,
  }),
];

const activation: readonly ShopRoute[] = [
  shopRoute({
    methods: ['POST', 'PUT', 'PATCH'],
    path: '/shop-admin/plugins/activate',
    summary: 'Activate installed extensions, now or by a job.',
    params: wanted,
    refusal: cannotUpdate,
    useCase: activateExtensions,
    present: presentActivation,
    returns: activationShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/plugins/activate/status',
    summary: 'List the activations of the last week that were submitted as jobs.',
    params: {},
    refusal: cannotUpdate,
    useCase: listActivateJobs,
    present: (reports) => reports.map(presentJob),
    returns: jobsShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/plugins/activate/status/{job_id}',
    summary: 'Read the state of a submitted activation.',
    variables: jobId,
    params: {},
    refusal: cannotUpdate,
    useCase: showActivateJob,
    present: presentJob,
    returns: jobShape,
  }),
];

/** Installed extensions, their installation and activation. */
export const pluginRoutes: readonly ShopRoute[] = [...lists, ...installation, ...activation];
