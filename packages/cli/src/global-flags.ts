import type { CompletionWord } from './completion-scripts.ts';

/** The options of every command; `value` names a value. */
export const globalFlags: readonly (CompletionWord & { readonly value?: string })[] = [
  { word: '--json', meaning: 'Print one JSON document; errors as a problem document on the error output.' },
  { word: '--quiet', meaning: 'Print nothing but the result and errors.' },
  { word: '--yes', meaning: 'Do not ask for confirmation.' },
  { word: '--database-url', value: ' <url>', meaning: 'Use this PostgreSQL server in place of DATABASE_URL.' },
  { word: '--as', value: ' <user>', meaning: 'Act as this user, with all rights.' },
];

/** The flag of help, of every command too. */
export const helpFlag: CompletionWord = { word: '--help', meaning: 'Print help.' };
