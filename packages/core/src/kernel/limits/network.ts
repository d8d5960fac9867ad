const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

/** The network that rate limits count an address under: the address itself, for IPv6 its /64. */
export function networkOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%');
  if (!plain.includes(':')) return plain;
  const groups = groupsOf(plain);
  const ipv4 = mappedAddress(groups);
  return (
    ipv4 ??
    `${groups
      .slice(0, GROUPS_OF_NETWORK)
      .map((group) => group.toString(16))
      .join(':')}::/64`
  );
}

/** The eight groups of an IPv6 address, in any notation. */
function groupsOf(address: string): readonly number[] {
  const [front = [], back] = address.split('::').map(numbersIn);
  if (back === undefined) return front;
  const missing = Math.max(0, GROUPS - front.length - back.length);
  return [...front, ...Array<number>(missing).fill(0), ...back];
}

/** The groups of a part; a dotted IPv4 suffix is two of them. */
const numbersIn = (part: string): readonly number[] =>
  part
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => {
      if (!group.includes('.')) return [Number.parseInt(group, 16)];
      const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
      return [a * 256 + b, c * 256 + d];
    });

/** The IPv4 address embedded in an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2). */
function mappedAddress(groups: readonly number[]): string | undefined {
  const [high, low] = groups.slice(GROUPS - 2);
  const isMapped = groups.slice(0, GROUPS - 3).every((group) => group === 0) && groups[GROUPS - 3] === 0xff_ff;
  if (!isMapped || high === undefined || low === undefined) return undefined;
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}
