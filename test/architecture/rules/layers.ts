import { importsOf, targetOf } from './imports.ts';
import { fit } from './paths.ts';
import { type Parsed, type Violation, violation } from './sources.ts';

/**
 * Contexts of the core by layer, lowest first (ARCHITECTURE.md, "Who imports whom"). A context may import the contexts of lower
 * layers, never one of its own layer or above; types included. The kernel is below all, and is no context.
 */
export const contextLayers: readonly (readonly string[])[] = [
  ['commerce', 'identity', 'audit', 'jobs', 'files', 'mail', 'outbound'],
  ['catalog', 'orders', 'inventory', 'notifications'],
  ['analytics'],
  ['settings', 'site', 'content'],
  ['back-office', 'interchange', 'embeds', 'marketplace', 'session', 'live'],
  ['themes'],
  ['extensions'],
  ['onboarding', 'overview', 'sample', 'phones', 'connector', 'marketing'],
];

const contextOf = (path: string): string | undefined => fit('packages/core/src/{context}/**', path)?.context;

/** Imports between contexts that do not lead to a lower layer, and contexts without a layer. */
export function layerViolations(sources: readonly Parsed[], layers = contextLayers): readonly Violation[] {
  const layerOf = (context: string) => layers.findIndex((layer) => layer.includes(context));
  return sources.flatMap((source) => {
    const context = contextOf(source.path);
    if (context === undefined) return [];
    const layer = layerOf(context);
    if (layer < 0) return [violation(source, 0, `the context ${context} has no layer: add it to contextLayers`)];
    return importsOf(source).flatMap(({ source: name, start }) => {
      const target = name === undefined ? undefined : contextOf(targetOf(source.path, name));
      if (target === undefined || target === context) return [];
      const isLower = layers.slice(0, layer).some((lower) => lower.includes(target));
      return isLower
        ? []
        : [violation(source, start, `${context} must not import ${target}, which is not in a lower layer`)];
    });
  });
}

/** Contexts of the table that have no source. */
export const idleContexts = (sources: readonly Parsed[], layers = contextLayers): readonly string[] => {
  const used = new Set(sources.map(({ path }) => contextOf(path)));
  return layers.flat().filter((context) => !used.has(context));
};
