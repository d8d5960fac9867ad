import type { MemberAccess } from './capability.ts';
import { type RateLimits, rateLimitsOf } from './rate-limits.ts';

/** Rules that differ from one installation to the next. */
export interface CoreSettings {
  /** What the shop is called; refused as a password. */
  readonly siteName: string;
  readonly memberAccess: MemberAccess;
  /** Fewest characters of a password; never below 8. */
  readonly passwordMinLength: number;
  /** A failed login takes at least this long, in milliseconds. */
  readonly loginMinMs: number;
  /** On a `local` site credentials may travel unencrypted, because they do not leave the machine. */
  readonly siteEnvironment: 'local' | 'production';
  /** How a receipt with a unit cost changes the cost of its item. */
  readonly costMethod: 'last' | 'average';
  /** The currency of a shop that has decided on none: ISO 4217. */
  readonly currency: string;
  /** Whether a product without a link is the item that has the same sku. */
  readonly stockLinkBySku: boolean;
  /** Orders that wait to be paid hold their goods for so many minutes; 0 holds nothing. */
  readonly holdStockMinutes: number;
  /** Entries of the audit log are forgotten after so many days; 0 keeps them for ever. */
  readonly auditRetentionDays: number;
  readonly rateLimits: RateLimits;
  /** The parts of the shop that are switched on. */
  readonly features: readonly string[];
  /** Where whoever runs the shop is written to; null where nobody said. */
  readonly siteEmail: string | null;
}

/** The rules of an installation that sets nothing. */
export const defaultSettings: CoreSettings = {
  siteName: 'Backroom',
  memberAccess: 'contribute',
  passwordMinLength: 8,
  loginMinMs: 250,
  siteEnvironment: 'production',
  costMethod: 'last',
  currency: 'USD',
  stockLinkBySku: true,
  holdStockMinutes: 60,
  auditRetentionDays: 365,
  rateLimits: rateLimitsOf(),
  features: ['core-profiler'],
  siteEmail: null,
};
