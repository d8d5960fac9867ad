import type { Locator, Page } from 'playwright-core';
import { axe } from '../accessibility.ts';
import { settled } from './desk-shop.ts';

/**
 * What axe-core finds wrong once every answer is there: content of another question is faded until then. It comes by the debugging
 * protocol, because the policy lets no other script in.
 */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await settled(page);
  const session = await page.context().newCDPSession(page);
  const { result: loaded } = await session.send('Runtime.evaluate', { expression: '"axe" in globalThis' });
  if (loaded.value !== true) await session.send('Runtime.evaluate', { expression: axe });
  const listed =
    'violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join(" ")))';
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run({ resultTypes: ['violations'], selectors: false }).then(({ violations }) => JSON.stringify(${listed}))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  return JSON.parse(String(result.value)) as readonly string[];
}

export const widthOf = (page: Page): Promise<number> =>
  page.locator('html').evaluate((html: { readonly scrollWidth: number }) => html.scrollWidth);

/** Texts, fields and buttons beside the page that nothing scrolls to. */
export const outsideOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(() => {
    const scrolls = (element) => {
      for (let each = element.parentElement; each; each = each.parentElement)
        if (each.scrollWidth > each.clientWidth && ['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(each).overflowX)) return true;
      return false;
    };
    return [...document.querySelectorAll('main :is(h1, h2, p, button, a, input, select, td, th)')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < -1 || right > document.documentElement.clientWidth + 1) && !scrolls(element);
      })
      .map((element) => element.outerHTML.slice(0, 120));
  })()`);

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds on the clock of the thread. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Milliseconds of the longest task of a page while something happens, on the clock of its thread: other processes do not count. */
export async function longestTask(page: Page, act: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser of its own.');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  let trace: Buffer;
  try {
    await act();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(traceEvents.filter(({ args }) => args.name === 'CrRendererMain').map(threadOf));
  const tasks = traceEvents.filter((event) => event.ph === 'X' && main.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('The trace has no tasks.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

/** Presses Tab, or another key, until this has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  const isFocused = () =>
    target.evaluate((element: { readonly matches: (selector: string) => boolean }) => element.matches(':focus'));
  for (let presses = 0; presses < 120; presses += 1) {
    if (await isFocused()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Nothing leads to ${target} by ${key}.`);
}

/** Observes the layout of the pages that are loaded from now on; returns how to read the sum of the shifts of the last one. */
export async function observeShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = globalThis as unknown as { shift: number };
    shifts.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.shift += (entry as unknown as { readonly value: number }).value;
    }).observe({ type: 'layout-shift' as 'mark', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { readonly shift: number }).shift);
}

/** Observes the pages that are loaded from now on; returns how to read when the last one was answered, in ms since its navigation. */
export async function observeAnswered(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main h1') || document.querySelector('[class*="bone"], [aria-busy="true"]')) return;
      globalThis.answered = performance.now();
      observer.disconnect();
    }).observe(document, { subtree: true, childList: true, attributes: true })`);
  return () => page.evaluate('globalThis.answered');
}
