/** Longest line of a transcript. */
const LONGEST_LINE = 400;
/** Shortest secret that is masked wherever it occurs: shorter ones occur in ordinary words. */
const SHORTEST_SECRET = 4;
const MASK = '***';

/** User name and password of a mail server. */
export interface Credentials {
  readonly user: string;
  readonly pass: string;
}

/** A log entry of the SMTP client: the side that spoke. */
interface LogEntry {
  readonly tnx?: string;
}

type LogLine = (entry: LogEntry | string, text?: unknown) => void;

/**
 * Turns the log of the SMTP client into a transcript: `C:` and `S:` lines without control characters. Commands of the
 * authentication lose their arguments, and the credentials are masked in whatever the server says.
 */
export function transcribe(onLine: (line: string) => void, credentials: Credentials | undefined): ClientLog {
  const secrets = secretsOf(credentials);
  let isAuthenticating = false;
  const write = (side: 'C' | 'S', text: string) => {
    for (const line of text.split(/\r?\n/)) onLine(cut(`${side}: ${masked(line, secrets)}`));
  };
  const debug: LogLine = (entry, text) => {
    const { tnx } = typeof entry === 'string' ? {} : entry;
    const said = String(text ?? '');
    if (tnx === 'server') {
      write('S', said);
      // 334 asks for the next part of the credentials.
      if (!said.startsWith('334')) isAuthenticating = false;
    } else if (tnx === 'client') {
      const [, mechanism] = /^AUTH\s+(\S+)/i.exec(said) ?? [];
      if (mechanism !== undefined) isAuthenticating = true;
      write('C', mechanism === undefined ? (isAuthenticating ? MASK : said) : `AUTH ${mechanism} ${MASK}`);
    }
  };
  const ignore: LogLine = () => {};
  return { level: () => {}, trace: ignore, debug, info: ignore, warn: ignore, error: ignore, fatal: ignore };
}

/** The logger that the SMTP client calls. */
export interface ClientLog {
  level(level: string): void;
  readonly trace: LogLine;
  readonly debug: LogLine;
  readonly info: LogLine;
  readonly warn: LogLine;
  readonly error: LogLine;
  readonly fatal: LogLine;
}

/** The credentials in every form that a server could repeat, the longest first. */
function secretsOf(credentials: Credentials | undefined): readonly string[] {
  if (!credentials) return [];
  const { user, pass } = credentials;
  const encoded = [pass, user, `\0${user}\0${pass}`].map((text) => Buffer.from(text).toString('base64'));
  return [pass, encodeURIComponent(pass), ...encoded, ...encoded.map((text) => text.replace(/=+$/, ''))]
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .toSorted((one, other) => other.length - one.length);
}

const masked = (line: string, secrets: readonly string[]): string =>
  secrets.reduce((text, secret) => text.replaceAll(secret, MASK), line.replace(/\p{Cc}+/gu, ' '));

const cut = (line: string): string =>
  line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE).toWellFormed()}…` : line;
