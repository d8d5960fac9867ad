// Packs every published package: npm run pack -- [folder]. Prints the overrides that other package managers need.

import { resolve } from 'node:path';
import { packPackages } from './packing/pack-packages.ts';

const [folder = 'packed', ...more] = process.argv.slice(2);

if (folder.startsWith('-') || more.length > 0) {
  console.error('Usage: npm run pack -- [folder]');
  process.exitCode = 2;
} else {
  for (const { filename } of await packPackages(resolve(folder))) console.log(filename);
}
