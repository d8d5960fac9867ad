import { describe, expect, it } from 'vitest';
import { settingTexts } from '../../packages/core/src/settings/setting-texts.ts';
import { reports } from '../../packages/desk/src/words/es/reports.ts';
import { declaredSettings } from '../../packages/desk/src/words/es/settings.ts';
import { reportDeclarations } from '../core/internals.ts';

interface Described {
  readonly label: string;
  readonly unit: string;
  readonly meaning: string | null;
}

interface Declaration {
  readonly slug: string;
  readonly title: string;
  readonly question: string;
  readonly stats: { readonly measures: readonly Described[] } | null;
  readonly list: { readonly columns: readonly Described[] } | null;
}
const numeric = new Set(['money', 'count', 'average', 'percent']);

describe('declared texts in Spanish', () => {
  it.each(Object.entries(settingTexts))('name and describe the setting %s', (_, { label, description, unit }) => {
    for (const text of [label, description, ...(unit === null ? [] : [unit])])
      expect(declaredSettings[text], text).toBeDefined();
  });

  it.each((reportDeclarations as unknown as readonly Declaration[]).map((report) => [report.slug, report] as const))(
    'name and explain the numbers of the report %s',
    (_, { title, question, stats, list }) => {
      const shown = [...(stats?.measures ?? []), ...(list?.columns ?? [])];
      const meanings = shown.flatMap(({ unit, meaning }) => (numeric.has(unit) && meaning ? [meaning] : []));
      for (const text of [title, question, ...shown.map(({ label }) => label), ...meanings])
        expect(reports.declared[text], text).toBeDefined();
    },
  );
});
