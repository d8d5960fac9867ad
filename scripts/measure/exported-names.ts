import { posix } from 'node:path';
import { namesOf } from '../../test/architecture/rules/docstrings.ts';
import type { Parsed } from '../../test/architecture/rules/sources.ts';
import { isNode, listOf, type Node, nameOf, textOf } from '../../test/architecture/rules/tree.ts';

/**
 * The names that a module exports, types included, also through `export *`.
 * @throws Error when the module, or one that it re-exports, is not among the sources
 */
export function exportedNames(sources: readonly Parsed[], path: string): readonly string[] {
  const modules = new Map(sources.map((source) => [source.path, source]));
  const visited = new Set<string>();
  const visit = (at: string): readonly string[] => {
    const source = modules.get(at);
    if (!source) throw new Error(`${at} is not among the sources.`);
    if (visited.has(at)) return [];
    visited.add(at);
    return listOf(source.program.body).flatMap((statement) => {
      const target = starTarget(statement);
      return target === undefined ? ownNames(statement) : visit(posix.join(posix.dirname(at), target));
    });
  };
  return [...new Set(visit(path))].sort();
}

/** The module behind `export * from './a.ts'`. */
const starTarget = ({ type, exported, source }: Node): string | undefined =>
  type === 'ExportAllDeclaration' && !isNode(exported) ? textOf(source) : undefined;

function ownNames({ type, declaration, specifiers, exported }: Node): readonly string[] {
  if (type === 'ExportAllDeclaration') return named(exported);
  if (type !== 'ExportNamedDeclaration') return [];
  if (isNode(declaration)) return namesOf(declaration);
  return listOf(specifiers).flatMap((each) => named(each.exported));
}

const named = (value: unknown): readonly string[] => {
  const name = nameOf(value) ?? textOf(value);
  return name === undefined ? [] : [name];
};
