import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contexts, type UseCase } from '@backroom/core';
import {
  choice,
  flag,
  integer,
  inventoryRoutes,
  listOf,
  pathId,
  type Route,
  route,
  type Schemas,
  section,
  shopRoutes,
  sortBy,
  text,
} from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { documentedCodes, refusalCodes } from '../../scripts/docs/refusals.ts';
import { breachesOf, unreachable } from './rules/route-laws.ts';
import { allParsed, parse, root } from './rules/sources.ts';

const routes = inventoryRoutes({ publicDocs: false });
const allRoutes = [...routes, ...inventoryRoutes({ publicDocs: true })];

/** For programs and the command line; no route leads to them. */
const withoutRoute = [
  // Command line only.
  'analytics.listFailedOrders',
  // Used by the pages only.
  'analytics.openExport',
  // Command line only.
  'analytics.rebuildAnalytics',
  // From time to time, by the system itself.
  'analytics.refreshRollUps',
  // Command line only.
  'analytics.verifyAnalytics',
  // From time to time, by the system itself.
  'audit.forgetAuditEntries',
  // From time to time, by the system itself.
  'catalog.forgetOldFeeds',
  // Used by the pages only.
  'catalog.openFeed',
  // By the pages and the command line.
  'connector.approvePairing',
  'connector.beginPairing',
  'connector.checkPairing',
  // From time to time, by the system itself.
  'connector.forgetConnectorRecords',
  // By the pages and the command line.
  'connector.rejectPairing',
  // From time to time, by the system itself.
  'connector.sendHeartbeatWhenDue',
  // By the pages and the command line.
  'connector.showPairing',
  'connector.unpairSite',
  // By the pages of the public site.
  'content.readPublic',
  // By the routes of running extensions.
  'extensions.changeExtensionSettings',
  // By the host of extensions.
  'extensions.failExtension',
  'extensions.openExtensionAccount',
  // Used by the pages only.
  'extensions.openPackage',
  // By the routes of running extensions.
  'extensions.readExtensionIndex',
  // By the routes of running extensions.
  'extensions.readExtensionSettings',
  // From time to time, by the system itself.
  'extensions.resumeActivations',
  // By the host of extensions.
  'extensions.submitExtensionJob',
  // From time to time, by the system itself.
  'extensions.sweepExtensions',
  'extensions.updateDueExtensions',
  // From time to time, by the system itself.
  'files.forgetOldFiles',
  // Authentication: called by the interfaces themselves.
  'identity.authenticateApplicationPassword',
  'identity.authenticateSession',
  'identity.authenticateToken',
  // At the start of the system.
  'identity.bootstrapAdministrator',
  // Command line only.
  'identity.createSignInLink',
  // From time to time, by the system itself.
  'identity.forgetExpiredTokens',
  // Command line only.
  'identity.inspectToken',
  'identity.issueTokenFor',
  'identity.listKeys',
  'identity.resetPassword',
  'identity.revokeAllTokens',
  'identity.rotateKeys',
  'identity.rotateSecrets',
  // Used by the pages only.
  'identity.signInByLink',
  // From time to time, by the system itself.
  'identity.synchroniseWhenDue',
  // Files of any size, for programs and the command line.
  'interchange.exportRecords',
  'interchange.importRecords',
  // From time to time, by the system itself.
  'inventory.expireReservations',
  // Command line only.
  'inventory.repairStock',
  'inventory.verifyStock',
  // From time to time, by the system itself, and by workers.
  'jobs.forgetJobs',
  'jobs.work',
  // By the command line, and from time to time by the system itself.
  'marketing.refreshArticles',
  'marketing.refreshArticlesWhenDue',
  'marketing.refreshSuggestions',
  'marketing.refreshSuggestionsWhenDue',
  'marketing.showArticles',
  'marketing.showSuggestions',
  // By the pages and the command line.
  'marketplace.refreshCatalogue',
  'marketplace.refreshCatalogueWhenDue',
  'marketplace.showCatalogue',
  // From time to time, by the system itself.
  'notifications.forgetMails',
  // By the pages and the command line.
  'notifications.readMailStatus',
  'notifications.viewMail',
  // From time to time, by the system itself.
  'phones.forgetSignInAttempts',
  // For programs and the command line.
  'phones.revokePhones',
  'settings.changeShopSettings',
  'settings.readShopSettings',
  'themes.installThemePackage',
  'themes.readSwitchedSheet',
  'themes.readTokenSheet',
];

const useCase: UseCase<object, object, unknown> = {
  access: 'anyone',
  effect: 'read',
  transaction: 'core',
  repeats: 'none',
  make: () => async () => ({}),
};
const aRoute = (changes: Partial<Parameters<typeof declared>[0]> = {}): Route =>
  declared({ methods: ['GET'], path: '/things', summary: 'List things.', ...changes });
const declared = (spec: { methods: Route['methods']; path: string; summary: string; params?: Schemas }): Route =>
  section('Things', route<Schemas, object, unknown>({ ...spec, useCase, input: () => ({}) }))[0] as Route;

describe('the laws of route tables', () => {
  it('are kept by the inventory interface', () => {
    expect(breachesOf(routes)).toEqual([]);
  });

  it('are kept where the description is public', () => {
    expect(breachesOf(inventoryRoutes({ publicDocs: true }))).toEqual([]);
  });

  it('accept a good table', () => {
    const params = {
      id: pathId,
      kind: choice(['a', 'b'], { default: 'a' }),
      sort: sortBy(['id', 'name'], { default: '-id,name' }),
      q: text(),
    };
    expect(breachesOf([aRoute(), aRoute({ path: '/things/{id}', params })])).toEqual([]);
  });

  it('are not kept by an empty table', () => {
    expect(breachesOf([])).toEqual(['there are no routes']);
  });

  it.each<[string, readonly Route[]]>([
    ['is there twice', [aRoute(), aRoute()]],
    [
      'is there twice',
      [
        aRoute({ path: '/things/{id}', params: { id: pathId } }),
        aRoute({ path: '/things/{code}', params: { code: text({ required: true }) } }),
      ],
    ],
    ['{id} has no parameter', [aRoute({ path: '/things/{id}' })]],
    ['{id} must be required', [aRoute({ path: '/things/{id}', params: { id: integer() } })]],
    ['lacks the bounds of an id', [aRoute({ params: { other_id: integer({ minimum: 1 }) } })]],
    ['lacks the bounds of an id', [aRoute({ params: { ids: listOf(integer({ minimum: 1 })) } })]],
    ['no sentence', [aRoute({ summary: 'List things' })]],
    ['no sentence', [aRoute({ summary: 'list things.' })]],
    ['is required and has a default', [aRoute({ params: { q: text({ required: true, default: 'a' }) } })]],
    ['not in order', [aRoute({ params: { n: integer({ minimum: 2, default: 1 }) } })]],
    ['not in order', [aRoute({ params: { n: integer({ maximum: 2, default: 3 }) } })]],
    ['not in order', [aRoute({ params: { n: integer({ minimum: 3, maximum: 2 }) } })]],
    ['not among its choices', [aRoute({ params: { kind: choice(['a'], { default: 'b' }) } })]],
    ['not among its choices', [aRoute({ params: { sort: sortBy(['id'], { default: '-name' }) } })]],
    ['longer than the longest', [aRoute({ params: { q: text({ minLength: 3, maxLength: 2 }) } })]],
    ['not in snake_case', [aRoute({ params: { itemId: integer() } })]],
    [
      'not in order',
      [aRoute({ params: { deep: { type: 'object', properties: { n: integer({ minimum: 2, default: 1 }) } } } })],
    ],
    ['pages belong to lists', [aRoute({ params: { page: integer() } })]],
    ['a GET points at a use case that writes', [{ ...aRoute(), effect: 'write' }]],
    ['stands under no heading', [{ ...aRoute(), tag: '' }]],
  ])('notice what %s', (fault, table) => {
    expect(breachesOf(table)).toContainEqual(expect.stringContaining(fault));
  });
});

describe('use cases', () => {
  it('are reached by a route, or are known to be for programs and the command line', () => {
    expect(unreachable(contexts, [...allRoutes, ...shopRoutes()]).toSorted()).toEqual(withoutRoute);
  });

  it('are missed when no route leads to them', () => {
    expect(
      unreachable({ things: { useCase, forgotten: { ...useCase }, word: 'text' } }, [
        aRoute({ params: { is_open: flag() } }),
      ]),
    ).toEqual(['things.forgotten']);
  });
});

describe('codes of refusals', () => {
  const core = () => allParsed().filter(({ path }) => path.startsWith('packages/core/src/'));

  it('are all in docs/errors.md', () => {
    const path = join(root, 'docs/errors.md');
    expect(existsSync(path), 'docs/errors.md is missing: generate it with `npm run docs`').toBe(true);
    const documented = documentedCodes(readFileSync(path, 'utf8'));
    expect(
      [...refusalCodes(core())].filter(([code]) => !documented.has(code)).map(([code, place]) => `${code} (${place})`),
    ).toEqual([]);
  });

  it.each([
    'insufficient_stock',
    'missing_token',
    'unknown_field',
    'too_many_decimals',
    'invalid_sort',
    'location_cycle',
    'contradiction',
    'wrong_type',
    'not_found',
  ])('are found in the sources: %s', (code) => {
    expect(refusalCodes(core()).has(code)).toBe(true);
  });

  it.each([
    ["throw new DomainError('conflict', 'planted_code', 'No.');", 'planted_code'],
    ["throw invalidField('a', 'planted_code', 'No.');", 'planted_code'],
    [
      "const maker = (code: string) => new DomainError('conflict', code, 'No.');\nthrow maker('planted_code');",
      'planted_code',
    ],
    [
      "function maker(field: string, code: string) { return invalidField(field, code, 'No.'); }\nthrow maker('a', 'planted_code');",
      'planted_code',
    ],
    ["problems.push({ path: [], code: 'planted_code', message: 'No.' });", 'planted_code'],
    ["const a = ['planted_code', 'There is no such field.'];", 'planted_code'],
    [
      [
        "const maker = (kind: string) => new DomainError('conflict', `planted_$",
        "{kind}`, 'No.');\nthrow maker('code');",
      ].join(''),
      'planted_code',
    ],
    ["presentFailure('planted_code', id);", 'planted_code'],
    ["reading.fail('planted_code', 'No.');", 'planted_code'],
  ])('are found in %j', (text, code) => {
    expect([...refusalCodes([parse({ path: 'packages/core/src/a.ts', text })]).keys()]).toEqual([code]);
  });

  it('are missed in a page that does not list them', () => {
    expect(documentedCodes('| `sku_taken` | 409 | Another item has that sku. |').has('planted_code')).toBe(false);
    expect(documentedCodes('| `sku_taken` | 409 | Another item has that sku. |').has('sku_taken')).toBe(true);
  });
});
