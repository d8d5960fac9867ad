import { defineExtension } from '@backroom/extension';

/** Events that wait for the job, which posts them and is repeated while the webhook does not answer. */
const WAITING = 'waiting/';
const keyOf = (id) => `${WAITING}${String(id).padStart(12, '0')}`;

/** What is posted: the item with its name, or the product of a shop whose stock is kept without an item. */
async function contentOf({ operation, productId }, inventory) {
  if (operation === undefined) return { product_id: productId };
  const { sku, name, quantity } = await inventory.get(`/items/${operation.itemId}`);
  return { item_id: operation.itemId, operation_id: operation.id, sku, name, quantity };
}

async function post({ id, at, data }, { webhook_url: url }, { inventory, fetch }) {
  const body = JSON.stringify({ id, at, ...(await contentOf(data, inventory)) });
  const { status } = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  if (status >= 300) throw new Error(`The webhook answered with ${status}.`);
}

export default defineExtension({
  settings: {
    webhook_url: {
      type: 'string',
      maxLength: 2000,
      default: '',
      description:
        'An address (https) that gets a POST for each item whose stock becomes low; nothing is sent without one.',
    },
  },
  events: {
    'stock.low': async ({ id, at, data }, { store, jobs }) => {
      await store.set(keyOf(id), { id, at, data });
      await jobs.submit('post');
    },
  },
  jobs: {
    /** Posts one event a step, the oldest first. */
    post: async ({ checkpoint = 0 }, context) => {
      const { store, settings, log } = context;
      const [key, ...others] = await store.keys(WAITING);
      if (key === undefined) return {};
      const values = await settings();
      if (values.webhook_url === '') log.warn('Low stock was not sent: there is no webhook_url.');
      else await post(await store.get(key), values, context);
      await store.delete(key);
      return { checkpoint: checkpoint + 1, done: checkpoint + 1, total: checkpoint + 1 + others.length };
    },
  },
  tasks: [
    {
      id: 'low-stock-webhook',
      listId: 'extended',
      title: 'Send low stock to a webhook',
      content: 'Set webhook_url in the settings of the extension.',
      actionLabel: 'Set it',
      isDismissable: true,
    },
  ],
  completedTasks: async ({ settings }) => ((await settings()).webhook_url === '' ? [] : ['low-stock-webhook']),
});
