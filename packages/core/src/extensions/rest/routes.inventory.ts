import { type Route, route, section } from '../../interface/route.ts';
import { choice, flag, integer, listOf, namedObject, paging, text } from '../../interface/schema.ts';
import {
  deactivateExtension,
  describeExtensionSettings,
  downgradeExtension,
  inspectExtension,
  listExtensionOffers,
  listInstalledExtensions,
  readExtensionLog,
  removeExtension,
  updateExtension,
} from '../index.ts';
import {
  presentDeclaredSetting,
  presentExtension,
  presentInspected,
  presentOffer,
  presentUpdate,
} from './inventory-presenters.ts';
import { declaredSettingShape, extensionShape, inspectedShape, offerShape, updateShape } from './inventory-shapes.ts';

const slug = text({ required: true, maxLength: 64, pattern: '[a-z0-9][a-z0-9_-]{0,63}' });
const MOST_LINES = 1_000;
const USUAL_LINES = 200;

/** Routes of extensions for administrators; the shop interface installs and activates them. */
export const extensionRoutes: readonly Route[] = section(
  'Extensions',
  route({
    methods: ['GET'],
    path: '/extensions',
    summary: 'List the installed extensions by slug, with their state and rights.',
    useCase: listInstalledExtensions,
    input: () => ({}),
    present: (list) => list.map(presentExtension),
    returns: listOf(extensionShape),
  }),
  route({
    methods: ['GET'],
    path: '/extension-offers',
    summary: 'List the extensions or themes of the catalogue, with the installed versions.',
    params: { ...paging, type: choice(['plugin', 'theme'], { default: 'plugin' }) },
    useCase: listExtensionOffers,
    present: presentOffer,
    returns: listOf(offerShape),
  }),
  route({
    methods: ['POST'],
    path: '/extension-offers/{slug}/inspect',
    summary: 'Fetch and check the package of an extension, and read what it asks for; installs nothing.',
    params: { slug },
    useCase: inspectExtension,
    present: presentInspected,
    returns: inspectedShape,
  }),
  route({
    methods: ['POST'],
    path: '/extensions/{slug}/deactivate',
    summary: 'Deactivate an extension; it stays installed.',
    params: { slug },
    useCase: deactivateExtension,
    present: presentExtension,
    returns: extensionShape,
  }),
  route({
    methods: ['POST'],
    path: '/extensions/{slug}/update',
    summary: 'Update an extension to the version of the catalogue, and grant the rights that it asks for.',
    params: { slug },
    useCase: updateExtension,
    present: presentUpdate,
    returns: updateShape,
  }),
  route({
    methods: ['POST'],
    path: '/extensions/{slug}/downgrade',
    summary: 'Return to the version of an extension before its last update.',
    params: { slug },
    useCase: downgradeExtension,
    present: presentExtension,
    returns: extensionShape,
  }),
  route({
    methods: ['DELETE'],
    path: '/extensions/{slug}',
    summary: 'Deactivate and remove an extension with its packages and stored values.',
    status: 204,
    params: {
      slug,
      keep_data: flag({
        in: 'query',
        default: false,
        description: 'Its stored values stay, for a later installation.',
      }),
    },
    useCase: removeExtension,
  }),
  route({
    methods: ['GET'],
    path: '/extensions/{slug}/log',
    summary: 'Read the last lines that an extension has logged, oldest first.',
    params: { slug, lines: integer({ default: USUAL_LINES, minimum: 1, maximum: MOST_LINES }) },
    useCase: readExtensionLog,
    present: (lines) => ({ lines }),
    returns: namedObject('ExtensionLog', { lines: listOf(text(), { description: 'Each with its time.' }) }),
  }),
  route({
    methods: ['GET'],
    path: '/extensions/{slug}/settings',
    summary: 'List the settings of a running extension with their schemas and values.',
    params: { slug },
    useCase: describeExtensionSettings,
    present: (list) => list.map(presentDeclaredSetting),
    returns: listOf(declaredSettingShape),
  }),
);
