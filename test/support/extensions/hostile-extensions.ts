/** Extensions that harm themselves or the server, by slug. */
export const hostileExtensions: Readonly<Record<string, string>> = {
  loops: 'setTimeout(() => { for (;;); }, 200); export default defineExtension({});',
  eats: 'const kept = []; setInterval(() => kept.push(Buffer.alloc(2_000_000, 1)), 20); export default defineExtension({});',
  'throws-at-load': `throw new Error('not today');`,
  'throws-at-events': `export default defineExtension({ events: { 'item.updated': () => { throw new Error('not this one'); } } });`,
  'throws-at-unload': `export default defineExtension({ deactivate() { throw new Error('never'); } });`,
  floods: `export default defineExtension({ activate({ log }) { setInterval(() => { for (let i = 0; i < 2_000; i += 1) log.info('x'.repeat(300)); }, 1); } });`,
  'floods-widely': `export default defineExtension({ activate({ store }) { setInterval(() => { for (let i = 0; i < 20; i += 1) store.set('k', 'x'.repeat(1_000_000)).catch(() => 0); }, 10); } });`,
  asks: `export default defineExtension({ activate({ store }) { setInterval(() => { for (let i = 0; i < 50; i += 1) store.set('k' + i, i).catch(() => 0); }, 100); } });`,
  reads: `
import { readFileSync, readdirSync } from 'node:fs';
const attempt = (work) => { try { return String(work()); } catch (error) { return error.code ?? error.message; } };
const tries = () => [
  attempt(() => Object.keys(process.env).length),
  attempt(() => readFileSync('/proc/' + process.ppid + '/environ', 'utf8')),
  attempt(() => readdirSync('..')),
  attempt(() => process.kill(process.ppid, 'SIGKILL')),
];
export default defineExtension({
  activate: () => { setInterval(tries, 50); },
  routes: [defineRoute({ methods: ['GET'], path: '/tries', summary: 'Try.', access: 'anyone', handle: async (_, { store }) => [...tries(), await store.get('secret') ?? null] })],
});`,
};

/** What the extension `reads` gets: environment, files of the server, folders beside its own, a signal, values of `steady`. */
export const refusedReads: readonly unknown[] = [
  '0',
  'ERR_ACCESS_DENIED',
  'ERR_ACCESS_DENIED',
  'process.kill is not available to extensions.',
  null,
];

/** An extension that runs beside them, and stores a value that is its own. */
export const steadyExtension = `export default defineExtension({ routes: [defineRoute({ methods: ['GET', 'POST'], path: '/ok', summary: 'Answer.', access: 'anyone', handle: async (_, { store }) => { await store.set('secret', 'mine'); return { ok: true }; } })] });`;
