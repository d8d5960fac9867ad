// Generates documentation from the sources; with --check it lists outdated files instead.

import { fileURLToPath } from 'node:url';
import { makePages, stalePages, writePages } from './docs/pages.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const [first, ...more] = process.argv.slice(2);

if ((first !== undefined && first !== '--check') || more.length > 0) {
  console.error('Usage: npm run docs [-- --check]');
  process.exitCode = 2;
} else {
  const pages = await makePages();
  const stale = stalePages(root, pages);
  if (first === undefined) {
    writePages(root, pages);
    console.log(stale.length === 0 ? 'The documentation was up to date.' : `Written: ${stale.join(', ')}`);
  } else if (stale.length > 0) {
    console.error(`Not up to date: ${stale.join(', ')}. Run: npm run docs`);
    process.exitCode = 1;
  }
}
