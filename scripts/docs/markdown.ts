/** Escapes a text for a table cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();

/** A table with aligned columns; empty without rows. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const cells = [heads, ...rows].map((row) => row.map(cell));
  const widths = heads.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => row[column]?.padEnd(width)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line), ''];
}

/** Inline code. */
export const code = (text: string): string => `\`${text}\``;

/** The anchor that GitHub generates for a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** A page with a note that it is generated. */
export const page = (title: string, ...lines: readonly string[]): string =>
  `${[`# ${title}`, '', '<!-- Written by `npm run docs`; change the sources, not this file. -->', '', ...lines].join('\n').trimEnd()}\n`;
