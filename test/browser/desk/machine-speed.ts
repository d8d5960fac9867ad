import type { Page } from 'playwright-core';
import { threadTime } from './desk-shop.ts';

/** Milliseconds of the main thread that `fixedWork` takes on the cores for which the budgets of time were set. */
const REFERENCE = 60;
const WARMING = 3;
const ROUNDS = 5;

/** Objects, texts, elements and their layout, in the mixture of a screen that is rendered. */
const fixedWork = `{
  const host = document.createElement('div');
  document.body.append(host);
  for (let round = 0; round < 8; round += 1) {
    const rows = Array.from({ length: 400 }, (_, at) => ({ name: 'row ' + round + ' ' + at, width: 100 + ((at * 7 + round) % 400) }));
    const known = new Map(JSON.parse(JSON.stringify(rows)).map((row) => [row.name, row]));
    host.replaceChildren(...rows.toSorted((a, b) => a.width - b.width).map(({ name }) => {
      const row = document.createElement('p');
      row.append(document.createElement('span'), name);
      row.style.width = known.get(name).width + 'px';
      return row;
    }));
    host.getBoundingClientRect();
  }
  host.remove();
}`;

/**
 * How many times as long as on those cores work of a page takes here; 1 on faster ones. Budgets of time are multiplied by it, so a
 * screen that became slower fails on every machine alike.
 */
export async function slowness(page: Page): Promise<number> {
  const blank = await page.context().newPage();
  try {
    const times: number[] = [];
    for (let round = 0; round < WARMING + ROUNDS; round += 1)
      times.push(await threadTime(blank, () => blank.evaluate(fixedWork)));
    const least = Math.min(...times.slice(WARMING));
    process.stderr.write(`Fixed work of a page: ${least.toFixed(0)} ms.\n`);
    return Math.max(1, least / REFERENCE);
  } finally {
    await blank.close();
  }
}
