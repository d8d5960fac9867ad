/**
 * Whether one of the statements in the text is a COPY: the embedded backend does not survive a COPY that reads
 * from its client, because there is no client stream behind it.
 */
export function containsCopy(sql: string): boolean {
  return /\bcopy\b/i.test(sql) && statementWords(sql).some((word) => word.toLowerCase() === 'copy');
}

/** The first word of each statement. */
function statementWords(sql: string): string[] {
  const words: string[] = [];
  let begins = true;
  let at = 0;
  while (at < sql.length) {
    const end = endOfQuoted(sql, at) ?? endOfWord(sql, at) ?? at + 1;
    if (sql[at] === ';') begins = true;
    else if (begins && /[a-z_]/i.test(sql[at] ?? '')) {
      words.push(sql.slice(at, end));
      begins = false;
    }
    at = end;
  }
  return words;
}

function endOfWord(sql: string, at: number): number | undefined {
  const word = /[\p{L}_][\p{L}\p{N}_$]*/uy;
  word.lastIndex = at;
  const found = word.exec(sql)?.[0];
  if (found === undefined) return undefined;
  const end = at + found.length;
  // E'…' is the one kind of string in which a backslash hides a quote.
  return /^e$/i.test(found) && sql[end] === "'" ? endOfEscapeString(sql, end) : end;
}

/** Where the comment, string or quoted name that begins here ends; undefined when none begins here. */
function endOfQuoted(sql: string, at: number): number | undefined {
  const two = sql.slice(at, at + 2);
  if (two === '--') return after(sql, '\n', at);
  if (two === '/*') return endOfComment(sql, at);
  // A doubled quote reads as two strings side by side, which comes to the same here.
  if (two[0] === "'" || two[0] === '"') return after(sql, two[0], at + 1);
  if (two[0] !== '$') return undefined;
  const tag = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;
  tag.lastIndex = at;
  const found = tag.exec(sql)?.[0];
  return found === undefined ? undefined : after(sql, found, at + found.length);
}

/** Comments nest. */
function endOfComment(sql: string, at: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = at;
  let depth = 0;
  for (let found = mark.exec(sql); found !== null; found = mark.exec(sql)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return sql.length;
}

function endOfEscapeString(sql: string, quote: number): number {
  let at = quote + 1;
  while (at < sql.length && sql[at] !== "'") at += sql[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, sql.length);
}

function after(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from);
  return found < 0 ? sql.length : found + mark.length;
}
