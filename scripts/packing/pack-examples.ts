import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pnpm } from './pack-packages.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
/** The extensions and the theme of the sample catalogue, with their ids. */
const extensionFolders = ['low-stock', 'colour-report'] as const;
const themeFolder = 'theme-harbour';
const FIRST_ID = 1_001;

interface ExampleManifest {
  readonly version: string;
  readonly description: string;
  readonly backroom: { readonly slug: string; readonly title: string };
}

const readJson = <T>(...path: readonly string[]): T => JSON.parse(readFileSync(join(...path), 'utf8')) as T;

async function packExtension(name: string, destination: string): Promise<object> {
  const folder = join(examples, name);
  const args = [pnpm, 'pack', '--pack-destination', destination, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
  const { filename } = JSON.parse(stdout) as { readonly filename: string };
  const { version, description, backroom } = readJson<ExampleManifest>(folder, 'package.json');
  const url = `packages/${filename.split('/').at(-1)}`;
  return { slug: backroom.slug, type: 'plugin', name: backroom.title, description, version, package: { url } };
}

async function packTheme(destination: string): Promise<object> {
  const { slug, name, version } = readJson<{ slug: string; name: string; version: string }>(
    join(examples, themeFolder),
    'theme.json',
  );
  await promisify(execFile)('tar', ['-czf', join(destination, `${slug}.tgz`), '-C', examples, themeFolder]);
  const description = 'A theme of blue and sand.';
  return { slug, type: 'theme', name, description, version, package: { url: `packages/${slug}.tgz` } };
}

/**
 * Packs the examples into a folder, and writes the catalogue that offers them; it is not signed, and lacks sizes and digests.
 * @returns the path of the catalogue
 */
export async function writeSampleCatalogue(folder: string): Promise<string> {
  const packages = join(folder, 'packages');
  mkdirSync(packages, { recursive: true });
  const packed: object[] = [];
  for (const name of extensionFolders) packed.push(await packExtension(name, packages));
  packed.push(await packTheme(packages));
  const products = packed.map((product, index) => ({
    product_id: FIRST_ID + index,
    ...product,
    url: 'https://market.example/',
    price: '0',
    currency: 'EUR',
    billing: 'free',
    vendor_name: 'Backroom',
    categories: ['samples'],
    is_installable: true,
  }));
  const items = products.map(({ product_id: id }) => id);
  const groups = [{ id: 'samples', title: 'Samples', items }];
  const path = join(folder, 'catalogue.json');
  writeFileSync(path, JSON.stringify({ version: 1, groups, products }, null, 2));
  return path;
}
