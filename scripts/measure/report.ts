import type { Parsed } from '../../test/architecture/rules/sources.ts';
import type { Measure } from './measures.ts';

const partsPerMeasure = 12;

/** The measures as lines of text: value, aim, title, and below it what the value is composed of. */
export const reportOf = (measures: readonly Measure[], sources: readonly Parsed[]): readonly string[] => [
  `${'now'.padStart(6)}  ${'aim'.padStart(6)}`,
  ...measures.flatMap(({ title, aim, measure }) => {
    const { value, parts = [] } = measure(sources);
    const line = `${String(value).padStart(6)}  ${`≤ ${aim}`.padStart(6)}  ${title}${value <= aim ? '' : ' *'}`;
    const shown = parts.slice(0, partsPerMeasure);
    const more = parts.length > shown.length ? [`… ${parts.length - shown.length} more`] : [];
    return [line, ...(shown.length > 0 ? [`${' '.repeat(16)}${[...shown, ...more].join(', ')}`] : [])];
  }),
  '* above its aim',
];
