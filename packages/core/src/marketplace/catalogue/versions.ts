/** Whether a version has a higher precedence than another one (Semantic Versioning 2.0.0, section 11); build metadata is ignored. */
export function isNewer(version: string, than: string): boolean {
  const given = partsOf(version);
  const known = partsOf(than);
  for (const [at, number] of given.numbers.entries()) {
    const other = known.numbers[at] ?? 0;
    if (number !== other) return number > other;
  }
  return isLaterRelease(given.labels, known.labels);
}

interface VersionParts {
  readonly numbers: readonly number[];
  /** Of the pre-release; empty for a release. */
  readonly labels: readonly string[];
}

function partsOf(version: string): VersionParts {
  const [plain = ''] = version.split('+');
  const dash = plain.indexOf('-');
  const release = dash < 0 ? plain : plain.slice(0, dash);
  return { numbers: release.split('.').map(Number), labels: dash < 0 ? [] : plain.slice(dash + 1).split('.') };
}

function isLaterRelease(given: readonly string[], known: readonly string[]): boolean {
  if (given.length === 0 || known.length === 0) return given.length < known.length;
  for (const [at, label] of given.entries()) {
    const other = known[at];
    if (other === undefined) return true;
    if (label !== other) return isLaterLabel(label, other);
  }
  return false;
}

function isLaterLabel(label: string, other: string): boolean {
  const isNumber = /^\d+$/.test(label);
  if (isNumber !== /^\d+$/.test(other)) return !isNumber;
  return isNumber ? Number(label) > Number(other) : label > other;
}
