import { hostileExtensions } from '../support/extensions/hostile-extensions.ts';
import { ReadBenchmark, type RelativeReads, type Rounds } from '../support/extensions/read-benchmark.ts';
import { startPostgres } from '../support/postgres.ts';

/**
 * `npm run bench -- extensions`: item reads beside extensions that harm themselves or the server, as shares of those
 * without. Prints the figures of all rounds so far after each round.
 */
export async function measureExtensions(rounds: Rounds, only: string | undefined): Promise<void> {
  const print = (text: string) => process.stdout.write(`${text}\n`);
  const slugs = Object.keys(hostileExtensions).filter((slug) => slug.startsWith(only ?? ''));
  const postgres = await startPostgres();
  const reads = await ReadBenchmark.open({ DATABASE_URL: postgres.url });
  try {
    print(`\nitem reads beside an extension, ${rounds.rounds} rounds of ${rounds.seconds} s with each and without any`);
    let round = 0;
    for await (const measured of reads.measureEach(slugs, rounds)) {
      round += 1;
      print(`\nround ${round}`);
      for (const [slug, relative] of measured) print(lineOf(slug, relative));
    }
  } finally {
    await reads.close();
    await postgres.stop();
  }
}

function lineOf(slug: string, { rate, meanRate, p99, processor, failures }: RelativeReads): string {
  const rates = `rate: median ${rate.toFixed(2)}  mean ${meanRate.toFixed(2)}`;
  return `${slug.padEnd(18)} ${rates}  p99 ${p99.toFixed(2)}  processor time ${processor.toFixed(2)}  failures ${failures}`;
}
