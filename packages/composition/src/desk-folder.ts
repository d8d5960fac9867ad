import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the built desk: of the installed package, else of the workspace; undefined where there is no such package. */
export function deskFolder(): string | undefined {
  const folder = installedFolder() ?? fileURLToPath(new URL('../../desk', import.meta.url));
  return existsSync(join(folder, 'package.json')) ? join(folder, 'dist') : undefined;
}

function installedFolder(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('@backroom/desk/package.json'));
  } catch {
    return undefined;
  }
}
