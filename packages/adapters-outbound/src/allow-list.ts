const ENTRY = /^(?<host>[^/?#@\\\s]+):(?<port>[0-9]{1,5})$/;

/** Whether a text is `host:port`, such as `feeds.shop.lan:8443`, `10.0.0.7:80` or `[::1]:9000`. */
export const isAllowEntry = (entry: string): boolean => targetOf(entry) !== undefined;

/** Targets that are exempt from the rules. */
export class AllowList {
  readonly #targets: ReadonlySet<string>;

  /** @throws RangeError for an entry that is not `host:port` */
  constructor(entries: readonly string[]) {
    this.#targets = new Set(
      entries.map((entry) => {
        const target = targetOf(entry);
        if (target === undefined) throw new RangeError(`${entry} is not host:port`);
        return target;
      }),
    );
  }

  has(url: URL): boolean {
    return this.#targets.has(`${hostOf(url)}:${portOf(url)}`);
  }
}

/** The port of a URL, also the default one of its scheme. */
export const portOf = ({ port, protocol }: URL): number => {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
};

/** The host of a URL without a trailing dot; the URL parser has already normalised case and spellings of addresses. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/\.$/, '');

function targetOf(entry: string): string | undefined {
  const { host, port } = ENTRY.exec(entry)?.groups ?? {};
  if (host === undefined || !URL.canParse(`http://${host}/`) || Number(port) < 1 || Number(port) > 65_535)
    return undefined;
  return `${hostOf(new URL(`http://${host}/`))}:${Number(port)}`;
}
