import type { MemberAccess } from './capability.ts';

/** Rules that differ from one installation to the next. */
export interface CoreSettings {
  /** What the shop is called; refused as a password. */
  readonly siteName: string;
  readonly memberAccess: MemberAccess;
  /** Fewest characters of a password; never below 8. */
  readonly passwordMinLength: number;
  /** A failed login takes at least this long, in milliseconds. */
  readonly loginMinMs: number;
  /** How a receipt with a unit cost changes the cost of its item. */
  readonly costMethod: 'last' | 'average';
}

/** The rules of an installation that sets nothing. */
export const defaultSettings: CoreSettings = {
  siteName: 'Backroom',
  memberAccess: 'contribute',
  passwordMinLength: 8,
  loginMinMs: 250,
  costMethod: 'last',
};
