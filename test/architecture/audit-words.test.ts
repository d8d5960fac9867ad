import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contexts, isUseCase, nameOf } from '@backroom/core';
import { describe, expect, it } from 'vitest';
import { root } from './rules/sources.ts';

const useCases = Object.values(contexts).flatMap((members) => Object.values(members).filter(isUseCase));
const words = [...new Set(useCases.flatMap(({ audit }) => audit ?? []))].toSorted();

/** Commands that leave no entry, and why. */
const withoutWord = [
  // The system deletes what cannot be used any more.
  'audit.forgetAuditEntries',
  'identity.forgetExpiredTokens',
  'phones.forgetSignInAttempts',
  'connector.forgetConnectorRecords',
  'jobs.forgetJobs',
  'notifications.forgetMails',
  // Changes nothing: the folder that it makes is removed.
  'extensions.inspectExtension',
  // What the job does is audited.
  'extensions.submitExtensionJob',
  // The system's own schedules and workers.
  'analytics.refreshRollUps',
  'catalog.forgetOldFeeds',
  'extensions.resumeActivations',
  'extensions.sweepExtensions',
  'extensions.updateDueExtensions',
  'files.forgetOldFiles',
  'inventory.expireReservations',
  'jobs.work',
  'marketing.refreshArticlesWhenDue',
  'marketing.refreshSuggestionsWhenDue',
  'connector.sendHeartbeatWhenDue',
  'marketplace.refreshCatalogueWhenDue',
  // The time of last use is kept with the application password.
  'identity.authenticateApplicationPassword',
  // Stores a file for its caller; the job is the record.
  'analytics.startExport',
  // Each request of a batch has its own record.
  'site.runBatch',
  // The ledger is their record and names their author.
  'inventory.recordOperation',
  'inventory.recordOperations',
  'inventory.reverseOperation',
  'inventory.reverseOperationGroup',
  'inventory.syncStock',
  // Keeps a number of differences, and changes no balance.
  'inventory.verifyStock',
];

describe('audit words', () => {
  it('are words with dots', () => {
    expect(words.filter((word) => !/^[a-z_]+(\.[a-z_]+)*$/.test(word) || word.length > 64)).toEqual([]);
  });

  it('are declared by every command, or it is known why not', () => {
    const mute = useCases.filter(({ effect, audit }) => effect === 'write' && audit === undefined).map(nameOf);
    expect(mute.toSorted()).toEqual(withoutWord.toSorted());
  });

  it('are all in docs/audit.md', () => {
    const page = readFileSync(join(root, 'docs/audit.md'), 'utf8');
    expect(words.filter((word) => !page.includes(`\`${word}\``))).toEqual([]);
  });
});
