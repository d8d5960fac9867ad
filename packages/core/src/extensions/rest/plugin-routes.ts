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

/** The jobs of one step, below its path. */
const jobRoutes = (
  path: string,
  noun: string,
  { list, show }: { readonly list: typeof listInstallJobs; readonly show: typeof showInstallJob },
): readonly ShopRoute[] => [
  shopRoute({
    methods: ['GET'],
    path: `${path}/status`,
    summary: `List the ${noun}s of the last week that were submitted as jobs.`,
    params: {},
    refusal: cannotUpdate,
    useCase: list,
    present: (reports) => reports.map(presentJob),
    returns: jobsShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: `${path}/status/{job_id}`,
    summary: `Read the state of a submitted ${noun}.`,
    variables: { job_id: '[a-z0-9_\\-]+' },
    params: {},
    refusal: cannotUpdate,
    useCase: show,
    present: presentJob,
    returns: jobShape,
  }),
];

const INSTALL = '/shop-admin/plugins/install';
const ACTIVATE = '/shop-admin/plugins/activate';

/** Installed extensions, their installation and activation. */
export const pluginRoutes: readonly ShopRoute[] = [
  ...lists,
  shopRoute({
    methods: ['POST', 'PUT', 'PATCH'],
    path: INSTALL,
    summary: 'Install extensions of the catalogue, now or by a job.',
    params: wanted,
    refusal: cannotUpdate,
    useCase: installExtensions,
    present: presentInstallation,
    returns: installationShape,
  }),
  ...jobRoutes(INSTALL, 'installation', { list: listInstallJobs, show: showInstallJob }),
  shopRoute({
    methods: ['POST', 'PUT', 'PATCH'],
    path: ACTIVATE,
    summary: 'Activate installed extensions, now or by a job.',
    params: wanted,
    refusal: cannotUpdate,
    useCase: activateExtensions,
    present: presentActivation,
    returns: activationShape,
  }),
  ...jobRoutes(ACTIVATE, 'activation', { list: listActivateJobs, show: showActivateJob }),
];
