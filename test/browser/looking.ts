import type { Page } from 'playwright-core';

/** Runs in the page: every text whose colour is too near to what is behind it (WCAG 2.2, 1.4.3). */
const findContrastFaults = `(() => {
  const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const over = ([r, g, b, a = 1], behind) => [r, g, b].map((each, index) => each * a + behind[index] * (1 - a));
  const backgroundOf = (element) => {
    const chain = [];
    for (let each = element; each; each = each.parentElement) chain.push(parse(getComputedStyle(each).backgroundColor));
    return chain.reverse().reduce((behind, colour) => over(colour, behind), [255, 255, 255]);
  };
  const luminance = (colour) => {
    const [r, g, b] = colour.map((each) => {
      const part = each / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const faults = [];
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const elements = new Set(document.querySelectorAll('input[type=text]'));
  while (words.nextNode()) if (words.currentNode.data.trim() !== '') elements.add(words.currentNode.parentElement);
  for (const element of elements) {
    const behind = backgroundOf(element);
    const [one, other] = [luminance(over(parse(getComputedStyle(element).color), behind)), luminance(behind)];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) faults.push(element.outerHTML.slice(0, 80) + ': ' + contrast.toFixed(2));
  }
  return faults;
})()`;

/** The texts of a page that are too pale to be read. */
export const contrastFaults = (page: Page): Promise<readonly string[]> => page.evaluate(findContrastFaults);

/** The fields of a page without a label. */
export const unlabelledFields = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('input:not([type=hidden])')].filter((field) => field.labels.length === 0).map((field) => field.outerHTML)`,
  );
