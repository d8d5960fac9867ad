import type { MemberAccess } from './capability.ts';
import { type RateLimits, rateLimitsOf } from './limits/rate-limits.ts';

/** Settings of an installation. */
export interface CoreSettings {
  /** The name of the shop; refused as a password. */
  readonly siteName: string;
  readonly memberAccess: MemberAccess;
  /** Minimum length of a password; never below 8. */
  readonly passwordMinLength: number;
  /** Minimum duration of a failed login, in milliseconds. */
  readonly loginMinMs: number;
  /** `local`: credentials may be sent unencrypted, because they do not leave the machine. */
  readonly siteEnvironment: 'local' | 'production';
  /** Days from the password to the end of a browser session that is renewed. */
  readonly deskSessionDays: number;
  /** Whether application passwords may be issued and used. */
  readonly applicationPasswords: boolean;
  /** Whether mail leaves this machine; false where it is only written to a folder. */
  readonly hasMailServer: boolean;
  /** How a receipt with a unit cost changes the cost of its item. */
  readonly costMethod: 'last' | 'average';
  /** The default currency of the shop (ISO 4217). */
  readonly currency: string;
  /** Whether products without a link are matched to items by SKU. */
  readonly stockLinkBySku: boolean;
  /** Minutes for which unpaid orders reserve stock; 0 reserves nothing. */
  readonly holdStockMinutes: number;
  /** Retention of audit entries, in days; 0 keeps them for ever. */
  readonly auditRetentionDays: number;
  /** Retention of mail records, in days; 0 keeps them for ever. */
  readonly mailLogDays: number;
  /** Number of mail records that are kept, the newest ones. */
  readonly mailLogRecords: number;
  /** Whether products and pages are published as pages of the public site. */
  readonly publicPages: boolean;
  readonly rateLimits: RateLimits;
  /** The enabled features of the shop. */
  readonly features: readonly string[];
  /** The e-mail address of the shop's owner; null if not configured. */
  readonly siteEmail: string | null;
  /** Public keys (Ed25519, 32 bytes in base64) that sign the extension catalogue and licences; empty to check no signature. */
  readonly catalogueKeys: readonly string[];
  /** Origins beside the own one to which a browser may be sent after a pairing with another site. */
  readonly connectorRedirects: readonly string[];
}

export const defaultSettings: CoreSettings = {
  siteName: 'Backroom',
  memberAccess: 'contribute',
  passwordMinLength: 8,
  loginMinMs: 250,
  siteEnvironment: 'production',
  deskSessionDays: 7,
  applicationPasswords: true,
  hasMailServer: true,
  costMethod: 'last',
  currency: 'USD',
  stockLinkBySku: true,
  holdStockMinutes: 60,
  auditRetentionDays: 365,
  mailLogDays: 30,
  mailLogRecords: 10_000,
  publicPages: true,
  rateLimits: rateLimitsOf(),
  features: ['core-profiler', 'mobile-app-qr-login'],
  siteEmail: null,
  catalogueKeys: [],
  connectorRedirects: [],
};
