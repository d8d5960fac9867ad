import { snake } from '@backroom/core/rest';

/** A record as JSON says it: snake_case names, moments in RFC 3339. */
export function onTheWire(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [snake(name), value instanceof Date ? value.toISOString() : value]),
  );
}
