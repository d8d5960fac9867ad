/** Values of the placeholders of a pattern: `{context}` and the like. */
export type Captured = Readonly<Record<string, string>>;

/** Folders of the core that are no contexts. */
const shared = 'kernel|interface';

const escaped = (text: string): string => text.replace(/[.+^$()|[\]\\]/g, '\\$&');

/** The form of one piece of a pattern; a placeholder with a value has that value. */
function formOf(piece: string, captured: Captured): string {
  if (piece === '**') return '.*';
  if (piece === '*') return '[^/]*';
  const name = /^\{(\w+)\}$/.exec(piece)?.[1];
  if (name === undefined) return escaped(piece);
  if (name === 'other') return `(?:(?!(?:${shared})/)[^/]+)`;
  const value = captured[name];
  return value === undefined ? `(?<${name}>(?!(?:${shared})/)[^/]+)` : escaped(value);
}

/**
 * What the placeholders of a pattern stand for in this path; undefined where the path does not fit. `*` is any name,
 * `**` anything below, `{context}` one context of the core, `{other}` any of them.
 */
export function fit(pattern: string, path: string, captured: Captured = {}): Captured | undefined {
  const pieces = pattern.split(/(\*\*|\*|\{\w+\})/);
  const match = new RegExp(`^${pieces.map((piece) => formOf(piece, captured)).join('')}$`).exec(path);
  return match ? { ...match.groups } : undefined;
}

/** Whether the path fits one of the patterns. */
export const fitsAny = (patterns: readonly string[], path: string): boolean =>
  patterns.some((pattern) => fit(pattern, path) !== undefined);
