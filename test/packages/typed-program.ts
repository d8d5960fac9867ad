import type { PublishedPackage } from '../../scripts/packing/pack-packages.ts';

/** Imports every entry point, so that the compiler checks all declarations. */
export const everyEntry = (packages: readonly PublishedPackage[]): string =>
  packages
    .flatMap(({ manifest: { name, exports } }) =>
      Object.entries(exports).flatMap(([entry, target]) => (typeof target === 'string' ? [] : [name + entry.slice(1)])),
    )
    .map((source, index) => `export type * as entry${index} from '${source}';\n`)
    .join('');

/** A program with types: an adapter of its own, typed events, an HTTP application, refusals. */
export const typedProgram = `
import { createFetchApp, type FetchApp, type FetchOptions } from '@backroom/adapters-http';
import { type EmbeddedBackroom, type EmbedOptions, openBackroom } from '@backroom/composition';
import { type Actor, type Clock, DomainError, type EventOf, quantityOf, quantityToJson } from '@backroom/core';
import type { Item } from '@backroom/core/inventory';

class SteadyClock implements Clock {
  now(): Date {
    return new Date('2026-11-20T12:00:00.000Z');
  }

  async wait(): Promise<void> {}
}

const options: EmbedOptions = { database: { kind: 'memory' }, ports: { clock: new SteadyClock() }, workers: 1 };
const backroom: EmbeddedBackroom = await openBackroom(options);
const { core, close } = backroom;
const actor: Actor = backroom.actor;

const heard: EventOf<'operation.recorded'>[] = [];
const unsubscribe: () => void = core.events.on('operation.recorded', (event) => void heard.push(event));
core.events.on('order.stored', ({ orderId, status }) => console.log(orderId.toFixed(), status.length));
// @ts-expect-error: there is no such event.
core.events.on('order.forgotten', () => {});

const { item }: { item: Item } = await core.inventory.createItem(actor, { name: 'Chair', sku: 'CHAIR' });
await core.inventory.recordOperation(actor, { item: { id: item.id }, type: 'receipt', quantity: quantityOf(10) });
unsubscribe();
const refused: unknown = await core.inventory.readItem(actor, { id: 99 }).catch((error: unknown) => error);
const served: FetchOptions = { inventoryPrefix: '/stock' };
const app: FetchApp = createFetchApp(core, served);
const { status } = await app(new Request('http://127.0.0.1/stock/health'));
console.log(
  JSON.stringify({
    quantity: quantityToJson(heard[0]?.operation.balanceAfter ?? 0),
    at: heard[0]?.operation.recordedAt,
    code: refused instanceof DomainError ? refused.code : undefined,
    status,
  }),
);
await close();
`;

/** The strictest settings that a program can have; declarations of packages are checked, too. */
export const strictSettings = {
  compilerOptions: {
    target: 'ES2024',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    skipLibCheck: false,
  },
  files: ['typed.ts', 'entries.ts'],
};
