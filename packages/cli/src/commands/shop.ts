import type { Command } from '../command.ts';
import { analytics } from './analytics.ts';
import { recordsExport } from './records-export.ts';
import { recordsImport } from './records-import.ts';
import { report } from './report.ts';
import { sample } from './sample.ts';
import { shopSettings } from './shop-settings.ts';

/** What is about the records of the shop, and what is counted from them. */
export const shop: readonly Command[] = [recordsImport, recordsExport, sample, ...shopSettings, report, ...analytics];
