import { version } from '../version.ts';

const manifest = (slug: string) =>
  `${JSON.stringify(
    {
      name: slug,
      version: '0.1.0',
      private: true,
      type: 'module',
      files: ['index.js'],
      backroom: {
        slug,
        title: titleOf(slug),
        kind: 'plugin',
        api: 1,
        entry: './index.js',
        rights: [],
        hosts: [],
      },
      scripts: { test: 'node --test' },
      devDependencies: { '@backroom/extension': `^${version}` },
    },
    null,
    2,
  )}\n`;

const titleOf = (slug: string) => {
  const words = slug.replaceAll('-', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

const entry = `import { defineExtension, defineRoute } from '@backroom/extension';

export default defineExtension({
  settings: {
    greeting: { type: 'string', maxLength: 100, default: 'Hello', description: 'What the route says.' },
  },
  events: {
    'stock.low': async ({ data }, { store, log }) => {
      await store.set('latest', data);
      log.info('Stock is low.');
    },
  },
  routes: [
    defineRoute({
      methods: ['GET'],
      path: '/hello',
      summary: 'Greet, and read the latest low stock.',
      access: 'manage_store',
      handle: async (_call, { settings, store }) => ({
        greeting: (await settings()).greeting,
        latest: (await store.get('latest')) ?? null,
      }),
    }),
  ],
});
`;

const test = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '@backroom/extension/testing';
import extension from '../index.js';

test('keeps the latest low stock and reads it', async () => {
  const context = createTestContext(extension);
  await extension.events['stock.low']({ id: 1, type: 'stock.low', at: '2026-01-01T00:00:00Z', data: { productId: 7 } }, context);
  assert.deepEqual(await extension.routes[0].handle({ params: {}, caller: { userId: 1, username: 'ada' } }, context), {
    greeting: 'Hello',
    latest: { productId: 7 },
  });
  assert.deepEqual(context.logged, ['info: Stock is low.']);
});
`;

const readme = (slug: string) => `# ${titleOf(slug)}

An extension of Backroom: it keeps the latest low stock, and reads it at \`/x/${slug}/v1/hello\` of the shop interface.

\`\`\`sh
npm install && npm test
EXTENSIONS_UNSIGNED=$PWD backroom serve      # in another terminal:
backroom extensions install ${slug}
backroom extensions activate ${slug}
backroom call /x/${slug}/v1/hello
backroom extensions logs ${slug}
\`\`\`

\`npm pack\` makes the package for a catalogue. The server provides \`@backroom/extension\`; put other modules into the package.
`;

/** The files of a new extension by their paths. */
export const skeletonOf = (slug: string): Readonly<Record<string, string>> => ({
  'package.json': manifest(slug),
  'index.js': entry,
  'test/index.test.js': test,
  'README.md': readme(slug),
});
