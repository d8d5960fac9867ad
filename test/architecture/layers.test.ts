import { describe, expect, it } from 'vitest';
import { contextLayers, idleContexts, layerViolations } from './rules/layers.ts';
import { allParsed, linesOf, parse } from './rules/sources.ts';

const violations = (path: string, text: string) =>
  linesOf(layerViolations([parse({ path: `packages/core/src/${path}`, text })]));

describe('layers of the contexts', () => {
  it('are kept by every source', () => {
    expect(linesOf(layerViolations(allParsed()))).toEqual([]);
  });

  it('name each context once, and no context that does not exist', () => {
    const all = contextLayers.flat();
    expect(new Set(all).size).toBe(all.length);
    expect(idleContexts(allParsed())).toEqual([]);
    expect(idleContexts(allParsed(), [['catalog'], ['payments']])).toEqual(['payments']);
  });

  it('refuse a context without a layer', () => {
    expect(violations('payments/card.ts', '')).toEqual([
      'packages/core/src/payments/card.ts:1 the context payments has no layer: add it to contextLayers',
    ]);
    expect(violations('analytics/facts.ts', "import { a } from '../payments/index.ts';")).toHaveLength(1);
  });

  it.each([
    ['a sibling', 'catalog/ports.ts', "import { a } from '../inventory/index.ts';"],
    ['a sibling', 'orders/ports.ts', "import { a } from '../catalog/index.ts';"],
    ['a sibling', 'inventory/shop/order-stock.ts', "import { a } from '../../orders/index.ts';"],
    ['a sibling', 'mail/ports.ts', "import { a } from '../jobs/index.ts';"],
    ['a sibling', 'identity/user.ts', "import { a } from '../commerce/index.ts';"],
    ['a sibling of its routes', 'identity/rest/routes.shop.ts', "import { a } from '../../commerce/index.ts';"],
    ['a higher layer', 'commerce/order.ts', "import { a } from '../orders/index.ts';"],
    ['a higher layer', 'orders/write-facts.ts', "import { a } from '../analytics/index.ts';"],
    ['a higher layer', 'analytics/recompute.ts', "import { a } from '../settings/index.ts';"],
    ['a higher layer', 'settings/save-settings.ts', "import { a } from '../back-office/index.ts';"],
    ['a type', 'catalog/ports.ts', "import type { A } from '../analytics/index.ts';"],
    ['a type among values', 'catalog/ports.ts', "import { type A } from '../analytics/index.ts';"],
    ['a type inside a type', 'catalog/ports.ts', "export type A = import('../analytics/index.ts').A;"],
    ['an export', 'catalog/index.ts', "export * from '../analytics/index.ts';"],
    ['an import at run time', 'catalog/ports.ts', "const a = await import('../analytics/index.ts');"],
  ])('refuse %s: %s %s', (_, path, text) => {
    expect(violations(path, text)).toEqual([expect.stringContaining('which is not in a lower layer')]);
  });

  it.each([
    ['orders/ports.ts', "import type { A } from '../commerce/index.ts';"],
    ['orders/ports.ts', "import { a } from '../kernel/zone.ts'; import { b } from './errors.ts';"],
    [
      'orders/rest/routes.shop.ts',
      "import { a } from '../../commerce/index.ts'; import { b } from '../../interface/inventory/cells.ts';",
    ],
    ['notifications/send-mail.ts', "import { a } from '../mail/index.ts';"],
    ['analytics/recompute.ts', "import type { A } from '../orders/index.ts';"],
    ['site/ports.ts', "import type { A } from '../identity/index.ts';"],
    ['onboarding/profile.ts', "import { a } from '../back-office/index.ts';"],
  ])('allow %s %s', (path, text) => {
    expect(violations(path, text)).toEqual([]);
  });
});
