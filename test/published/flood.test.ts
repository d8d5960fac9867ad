import { describe, expect, it } from 'vitest';
import { places } from '../resilience/places.ts';
import { startServer, withAdministrator } from '../resilience/server-process.ts';
import { roundsIn } from '../support/how-long.ts';
import { floodEndpoints } from './flood/endpoints.ts';
import { FloodLog } from './flood/log.ts';
import { type FloodReport, runFlood } from './flood/run.ts';
import { importFacts } from './flood/settle.ts';

/** Requests to each database. */
const count = roundsIn({ whole: 20_000, short: 3_000 });
const seed = Number(process.env.FLOOD_SEED ?? 20_261_121);
const only = process.env.FLOOD_ONLY;

/** Every request is counted, but no limit is reached; directories and mail servers are on this machine only. */
const wide = Object.fromEntries(
  [
    ...['LOGIN', 'LOGIN_NAME', 'LOGIN_IP', 'LOGIN_IP_ATTEMPTS', 'ANONYMOUS', 'API', 'WRITE', 'LDAP_TEST', 'BULK'],
    ...['APPLICATION_PASSWORD', 'APPLICATION_PASSWORD_IP'],
  ].map((name) => [`RATE_LIMIT_${name}`, '1000000']),
);

describe.concurrent.each(places)(`a flood of ${count} requests to both interfaces on $name`, ({ name, open }) => {
  it('is answered in order, discloses no internals, and leaves every sum right', {
    timeout: 1_800_000,
  }, async () => {
    const place = await open();
    const log = new FloodLog();
    const variables = { ...place.variables, ...wide, LOG_LEVEL: 'info', LDAP_ALLOWED_HOSTS: '127.0.0.1/32' };
    const server = await startServer(withAdministrator(variables), { onLogLine: (line) => log.add(line) });
    try {
      const plan = { seed: seed + (name === 'embedded' ? 1 : 0), count };
      const report = await runFlood(server, log, only === undefined ? plan : { ...plan, only: Number(only) });
      process.stderr.write(`${summary(name, report)}\n`);
      await importFacts(server);
      expect(await server.differences()).toEqual([]);
      expect(report.failures.map(failure).join('\n')).toBe('');
      if (only === undefined) expectReach(report);
    } finally {
      await server.kill();
      await place.remove();
    }
  });
});

const failure = ({ cause, detail, reproduction, endpoints, count: times }: FloodReport['failures'][number]): string =>
  `${times}x ${cause}\n    ${detail}\n    ${reproduction}\n    at ${endpoints.size} endpoints: ${[...endpoints].slice(0, 6).join(', ')}`;

const summary = (name: string, { statuses, reached, renewals, seconds, failures }: FloodReport): string =>
  [
    `flood on ${name}: seed ${seed}, ${seconds.toFixed(1)} s, ${failures.length} causes of failure`,
    `statuses ${[...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, times]) => `${status}: ${times}`)
      .join(', ')}`,
    `${reached.size} of ${floodEndpoints().length} endpoints gave a good answer; ${renewals} accounts made`,
  ].join('; ');

/** A flood that is refused at the door would prove nothing. */
function expectReach({ reached, statuses }: FloodReport): void {
  expect(reached.size).toBeGreaterThan(floodEndpoints().length * 0.5);
  expect(statuses.get(503) ?? 0).toBeLessThan(count / 100);
}
