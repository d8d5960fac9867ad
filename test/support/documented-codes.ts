import { readFileSync } from 'node:fs';

/** What docs/errors.md says: the codes of whole refusals by status, and those of single fields. */
export interface DocumentedCodes {
  readonly byStatus: ReadonlyMap<number, ReadonlySet<string>>;
  readonly ofFields: ReadonlySet<string>;
}

/** Reads docs/errors.md. */
export function documentedCodes(): DocumentedCodes {
  const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  const [, ...sections] = page.split(/^## /m);
  const codesOf = (section: string) => new Set([...section.matchAll(/^\| `(\w+)`/gm)].map(([, code = '']) => code));
  const whole = sections.filter((section) => /^\d{3} /.test(section));
  return {
    byStatus: new Map(whole.map((section) => [Number(section.slice(0, 3)), codesOf(section)])),
    ofFields: codesOf(sections.find((section) => section.startsWith('Fields')) ?? ''),
  };
}
