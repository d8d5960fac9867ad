/** A text inside a cell of a table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();

/** A table with these heads, in columns as the formatter wants them; nothing where there are no rows. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const cells = [heads, ...rows].map((row) => row.map(cell));
  const widths = heads.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => row[column]?.padEnd(width)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line), ''];
}

/** A word of the interface. */
export const code = (text: string): string => `\`${text}\``;

/** The name under which GitHub and its like can be sent to a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** A page of these lines that says it is made by the generator. */
export const page = (title: string, ...lines: readonly string[]): string =>
  `${[`# ${title}`, '', '<!-- Written by `npm run docs`; change the sources, not this file. -->', '', ...lines].join('\n').trimEnd()}\n`;
