import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Manifest } from '../../scripts/packing/pack-packages.ts';

/** The packages, other than ours and Node's, that declarations name which can be reached from the entry points. */
export function foreignImports(folder: string, { exports }: Manifest): readonly string[] {
  const waiting = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [] : [join(folder, target.types)],
  );
  const seen = new Set<string>();
  const foreign = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, source = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()["']([^"']+)["']/g)) {
      if (source.startsWith('.')) waiting.push(join(dirname(file), source.replace(/\.ts$/, '.d.ts')));
      else if (!/^(?:node:|@backroom\/)/.test(source)) foreign.add(source);
    }
  }
  return [...foreign].toSorted();
}
