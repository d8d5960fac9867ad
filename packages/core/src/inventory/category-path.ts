/** A category path as one text: `A > B > C`. A backslash before `>` or `\` makes it part of a name. */
export const pathText = (names: readonly string[]): string =>
  names.map((name) => name.replace(/[\\>]/g, '\\$&')).join(' > ');

/** Parses a path written by `pathText`; a `>` without surrounding spaces is part of a name, too. */
export function pathNames(text: string): readonly string[] {
  const names: string[] = [];
  let name = '';
  for (const [token] of text.matchAll(/\\[\\>]|\s+>(?=\s)|./gsu)) {
    if (/^\s+>$/.test(token)) {
      names.push(name.trim());
      name = '';
    } else name += token.length === 2 && token.startsWith('\\') ? token.slice(1) : token;
  }
  return [...names, name.trim()];
}
