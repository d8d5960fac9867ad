import type { Command } from '../../command.ts';
import { analytics } from './analytics.ts';
import { feed } from './feed.ts';
import { onboarding } from './onboarding.ts';
import { recordsExport } from './records-export.ts';
import { recordsImport } from './records-import.ts';
import { report } from './report.ts';
import { sample } from './sample.ts';
import { shopSettings } from './shop-settings.ts';

/** The commands about the shop, in the order of the help. */
export const shop: readonly Command[] = [
  recordsImport,
  recordsExport,
  sample,
  ...shopSettings,
  ...onboarding,
  report,
  ...analytics,
  ...feed,
];
