import type { EventName } from '@backroom/core';
import { taskRegistryOf } from '@backroom/core/onboarding';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askShop, type ShopRequestInit } from '../../support/shop-client.ts';
import { onEveryDatabase, type World } from '../../support/world.ts';

const base = '/shop-admin/onboarding/tasks';
const HOUR = 3_600_000;

interface TaskBody {
  readonly [member: string]: unknown;
  readonly id: string;
  readonly isComplete: boolean;
}
interface ListBody {
  readonly [member: string]: unknown;
  readonly id: string;
  readonly tasks: readonly TaskBody[];
}

/** Sends requests as Ada, and collects published events. */
function conversationIn(world: () => World) {
  const heard: string[] = [];
  const ask = (method: string, route: string, init: ShopRequestInit = {}) =>
    askShop(world(), method, route, { bearer: world().ada.token ?? '', ...init });
  const lists = async (query = '') => (await ask('GET', `${base}${query}`)).body as unknown as readonly ListBody[];
  const list = async (id: string) => (await lists()).find((each) => each.id === id) as ListBody;
  const task = async (id: string) =>
    (await lists()).flatMap(({ tasks }) => tasks).find((each) => each.id === id) as TaskBody;
  return { heard, ask, lists, list, task };
}

const types = [
  'task.actioned',
  'task.completed',
  'task.dismissed',
  'task.undo_dismissed',
  'task.snoozed',
  'task.undo_snoozed',
  'task_list.completed',
  'task_list.hidden',
  'task_list.unhidden',
] as const satisfies readonly EventName[];

function listening(world: () => World, heard: string[]): void {
  const stops: (() => void)[] = [];
  beforeEach(() => {
    heard.length = 0;
    for (const type of types)
      stops.push(
        world().application.core.events.on(type, (event) => {
          heard.push(`${type} ${'task' in event ? event.task : event.list}`);
        }),
      );
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });
}

onEveryDatabase('onboarding from first start to all tasks complete', (world) => {
  const { heard, ask, list, lists, task } = conversationIn(world);
  listening(world, heard);
  const options = async (...names: readonly string[]) =>
    (await ask('GET', `/shop-admin/options?options=${names.join(',')}`)).body;

  it('is a conversation of a new administrator', async () => {
    const [setup, extended, secret] = await lists();
    expect(setup).toMatchObject({
      id: 'setup',
      title: 'Get ready to start selling',
      isHidden: false,
      isVisible: true,
      isComplete: false,
      eventPrefix: 'tasklist_',
      displayProgressHeader: true,
      keepCompletedTaskList: 'no',
    });
    expect(setup?.tasks.map(({ id, isComplete }) => [id, isComplete])).toEqual(
      [
        ...['customize-store', 'store_details', 'products', 'payments', 'tax', 'shipping', 'marketing'],
        'launch-your-store',
      ].map((id) => [id, false]),
    );
    expect(extended?.tasks).toHaveLength(5);
    expect(secret).toMatchObject({ isVisible: false, tasks: [{ id: 'shipping-recommendation' }] });
    expect(heard).toEqual([]);

    const imported = await ask('POST', `${base}/import_sample_products`);
    expect(imported).toMatchObject({ status: 200, body: { failed: [], updated: [], skipped: [] } });
    expect(imported.body).toMatchObject({ imported: { length: 9 }, imported_variations: { length: 3 } });
    expect(heard.splice(0)).toEqual(['task.completed products']);
    expect(await ask('POST', `${base}/import_sample_products`)).toMatchObject({
      status: 200,
      body: { imported: [], imported_variations: [], skipped: { length: 9 } },
    });

    await ask('POST', '/shop-admin/options', {
      body: { shop_no_sales_tax: 'yes', shop_customize_store_completed: 'yes' },
    });
    expect(heard).toEqual([]);
    expect(await list('setup')).toMatchObject({ isComplete: false });
    expect(heard.splice(0)).toEqual(['task.completed customize-store', 'task.completed tax']);
    await lists();
    expect(heard).toEqual([]);

    expect((await ask('PUT', `${base}/store_details/action`)).body).toMatchObject({
      id: 'store_details',
      parentId: 'setup',
      isActioned: true,
      isComplete: true,
      isVisited: true,
    });
    for (const id of ['payments', 'shipping', 'marketing']) await ask('POST', `${base}/${id}/action`);
    heard.length = 0;
    expect(await options('shop_default_homepage_layout', 'shop_task_list_complete')).toEqual({
      shop_default_homepage_layout: false,
      shop_task_list_complete: 'no',
    });
    await ask('PATCH', `${base}/launch-your-store/action`);
    expect(heard.splice(0)).toEqual([
      'task.actioned launch-your-store',
      'task.completed launch-your-store',
      'task_list.completed setup',
    ]);
    expect(await list('setup')).toMatchObject({ isComplete: true, isVisible: true });
    expect(await options('shop_default_homepage_layout', 'shop_task_list_complete')).toEqual({
      shop_default_homepage_layout: 'two_columns',
      shop_task_list_complete: 'yes',
    });

    for (const each of (await list('extended')).tasks) await ask('POST', `${base}/${each.id}/action`);
    await ask('POST', `${base}/shipping-recommendation/action`);
    expect((await lists()).map(({ isComplete }) => isComplete)).toEqual([true, true, true]);
    expect(heard.filter((each) => each.startsWith('task_list'))).toEqual([
      'task_list.completed extended',
      'task_list.completed secret_tasklist',
    ]);
    expect(await options('shop_task_list_tracked_completed_tasks')).toMatchObject({
      shop_task_list_tracked_completed_tasks: { length: 14 },
    });
    const { body } = await world().ada.get('/audit?action=onboarding.complete&outcome=ok');
    expect(body).toMatchObject([{ changes: { tasks: { to: 'customize-store, tax' } } }]);
  });

  it('shows what a user has started to that user only', async () => {
    const manager = await world().person({ shop_role: 'store_manager' });
    const seen = await askShop(world(), 'GET', base, { bearer: manager.token ?? '' });
    expect(seen.body).toMatchObject([{ tasks: { length: 8 } }, {}, {}]);
    expect((seen.body as unknown as readonly ListBody[])[0]?.tasks.map(({ isVisited }) => isVisited)).toEqual(
      Array.from({ length: 8 }, () => false),
    );
    expect(await task('payments')).toMatchObject({ isVisited: true });
  });
});

onEveryDatabase('task lists', (world) => {
  const { heard, ask, lists, list, task } = conversationIn(world);
  listening(world, heard);

  describe('a dismissed task', () => {
    it('is not complete, and can be taken back', async () => {
      const dismissed = await ask('POST', `${base}/payments/dismiss`, { body: { task_list_id: 'setup' } });
      expect(dismissed).toMatchObject({ status: 200, body: { isDismissed: true, isComplete: false } });
      await ask('PUT', `${base}/payments/dismiss`);
      expect(await task('payments')).toMatchObject({ isDismissed: true });
      await ask('PATCH', `${base}/payments/undo_dismiss`);
      await ask('POST', `${base}/payments/undo_dismiss`);
      expect(await task('payments')).toMatchObject({ isDismissed: false });
      expect(heard).toEqual(['task.dismissed payments', 'task.undo_dismissed payments']);
    });

    it('is dismissed once by several clients at the same time', async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => ask('POST', `${base}/shipping/dismiss`)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(heard).toEqual(['task.dismissed shipping']);
      const { body } = await world().ada.get('/audit?action=onboarding.task_dismiss&outcome=ok&per_page=1');
      expect(body).toMatchObject([{ target_type: 'task', target_id: 'shipping' }]);
    });

    it.each([
      ['nope', {}],
      ['products', {}],
      ['payments', { task_list_id: 'extended' }],
      ['payments', { task_list_id: 'nope' }],
      ['__proto__', {}],
    ])('is refused for %s with %j', async (id, body) => {
      for (const verb of ['dismiss', 'undo_dismiss', 'snooze'])
        expect(await ask('POST', `${base}/${id}/${verb}`, { body })).toMatchObject({
          status: 404,
          body: { code: 'shop_rest_invalid_task' },
        });
    });
  });

  describe('a snoozed task', () => {
    it('is shown again by the clock, or before', async () => {
      const now = world().clock.now().getTime();
      const snoozed = await ask('POST', `${base}/marketing/snooze`, { body: { duration: 'hour' } });
      expect(snoozed.body).toMatchObject({ isSnoozed: true, snoozedUntil: now + HOUR });
      world().clock.advance(HOUR - 1);
      expect(await task('marketing')).toMatchObject({ isSnoozed: true });
      world().clock.advance(1);
      expect(await task('marketing')).toMatchObject({ isSnoozed: false, snoozedUntil: null });
      const again = world().clock.now().getTime();
      await ask('POST', `${base}/marketing/snooze`);
      const week = await ask('POST', `${base}/marketing/snooze`, { body: { duration: 'week' } });
      expect(week.body).toMatchObject({ snoozedUntil: again + 7 * 24 * HOUR });
      await ask('POST', `${base}/marketing/undo_snooze`);
      await ask('PUT', `${base}/marketing/undo_snooze`);
      expect(await task('marketing')).toMatchObject({ isSnoozed: false, snoozedUntil: null });
      expect(heard).toEqual([
        ...Array.from({ length: 3 }, () => 'task.snoozed marketing'),
        'task.undo_snoozed marketing',
      ]);
    });

    it.each(['', 'month', 'HOUR', '__proto__', 'x'.repeat(10_000)])('is refused for %j', async (duration) => {
      expect(await ask('POST', `${base}/marketing/snooze`, { body: { duration } })).toMatchObject({
        status: 400,
        body: { code: 'rest_invalid_param', data: { details: { duration: {} } } },
      });
    });
  });

  describe('a hidden list', () => {
    it('shows no tasks, and changes the layout once', async () => {
      const hidden = await Promise.all([1, 2, 3].map(() => ask('POST', `${base}/setup/hide`)));
      expect(hidden.map(({ body }) => body)).toMatchObject(
        Array.from({ length: 3 }, () => ({ id: 'setup', isHidden: true, isVisible: false, tasks: [] })),
      );
      expect(heard).toEqual(['task_list.hidden setup']);
      expect(await list('secret_tasklist')).toMatchObject({ isHidden: true, tasks: { length: 1 } });
      const read = (name: string) => ask('GET', `/shop-admin/options?options=${name}`);
      expect((await read('shop_task_list_hidden')).body).toEqual({ shop_task_list_hidden: 'yes' });
      expect((await read('shop_default_homepage_layout')).body).toEqual({
        shop_default_homepage_layout: 'two_columns',
      });
      await ask('POST', '/shop-admin/options', { body: { shop_default_homepage_layout: 'single_column' } });
      await ask('POST', `${base}/payments/dismiss`);
      expect((await read('shop_default_homepage_layout')).body).toEqual({
        shop_default_homepage_layout: 'single_column',
      });
      await ask('PUT', `${base}/secret_tasklist/unhide`);
      await ask('PATCH', `${base}/setup/unhide`);
      expect(await list('setup')).toMatchObject({ isHidden: false, tasks: { length: 8 } });
      expect(heard).toEqual([
        'task_list.hidden setup',
        'task.dismissed payments',
        'task_list.unhidden secret_tasklist',
      ]);
    });

    it.each(['hide', 'unhide'])('is refused by %s if there is none', async (verb) => {
      for (const id of ['nope', 'payments', 'constructor'])
        expect(await ask('POST', `${base}/${id}/${verb}`)).toMatchObject({
          status: 404,
          body: { code: 'shop_rest_invalid_task_list' },
        });
    });
  });

  describe('the lists', () => {
    it('are filtered by ids', async () => {
      expect((await lists('?ids=extended,secret_tasklist')).map(({ id }) => id)).toEqual([
        'extended',
        'secret_tasklist',
      ]);
      expect((await lists('?ids[]=setup')).map(({ id }) => id)).toEqual(['setup']);
      expect(await ask('GET', `${base}?ids=nope`)).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    });

    it('take tasks for one answer', async () => {
      const mine = { id: 'mine', list_id: 'extended', title: 'Mine', level: 1, is_complete: false };
      const { body } = await ask('POST', base, {
        body: { ids: ['extended'], extended_tasks: [mine, { id: 'other', list_id: 'setup' }] },
      });
      expect(body).toMatchObject([{ tasks: [{ id: 'mine', title: 'Mine', level: 1 }, {}, {}, {}, {}, {}] }]);
      expect((await list('extended')).tasks).toHaveLength(5);
    });

    it.each([
      ['not a list'],
      [[{ id: 'a' }]],
      [[{ list_id: 'extended' }]],
      [['text']],
      [[null]],
      [[{ id: 5, list_id: 'extended' }]],
      [[{ id: 'a', list_id: 'extended', title: { b: 1 } }]],
      [[{ id: 'a', list_id: 'extended', is_complete: 'perhaps' }]],
      [Array.from({ length: 101 }, (_, index) => ({ id: `t${index}`, list_id: 'extended' }))],
    ])('refuse %j as tasks', async (extended_tasks) => {
      expect(await ask('POST', base, { body: { extended_tasks } })).toMatchObject({
        status: 400,
        body: { code: 'rest_invalid_param', data: { details: { extended_tasks: {} } } },
      });
    });

    it('record nothing for HEAD and prefetches', async () => {
      await ask('POST', '/shop-admin/options', { body: { shop_customize_store_completed: 'yes' } });
      const contents = await world().contents();
      expect(await ask('HEAD', base)).toMatchObject({ status: 204 });
      await ask('GET', base, { headers: { 'sec-purpose': 'prefetch' } });
      expect([await world().contents(), heard]).toEqual([contents, []]);
      await Promise.all([1, 2, 3, 4].map(() => lists()));
      expect(heard).toEqual(['task.completed customize-store']);
    });
  });

  it('are refused to a member, in the words of each route', async () => {
    const member = await world().person({ shop_role: 'editor' });
    const contents = await world().contents();
    for (const [method, path, code] of [
      ['GET', '', 'shop_rest_cannot_create'],
      ['POST', '', 'shop_rest_cannot_create'],
      ['POST', '/payments/dismiss', 'shop_rest_cannot_create'],
      ['POST', '/payments/snooze', 'shop_rest_cannot_create'],
      ['POST', '/payments/action', 'shop_rest_cannot_create'],
      ['POST', '/setup/hide', 'shop_rest_cannot_update'],
      ['POST', '/setup/unhide', 'shop_rest_cannot_update'],
      ['POST', '/import_sample_products', 'shop_rest_cannot_create'],
      ['POST', '/create_homepage', 'shop_rest_cannot_create'],
    ] as const) {
      expect(await askShop(world(), method, base + path, { bearer: member.token ?? '' })).toMatchObject({
        status: 403,
        body: { code },
      });
      expect(await askShop(world(), method, base + path)).toMatchObject({ status: 401 });
    }
    expect(await world().contents()).toBe(contents);
  });
});

onEveryDatabase(
  'tasks of a deployment',
  (world) => {
    const { heard, ask, list, task } = conversationIn(world);
    listening(world, heard);

    it('follow those of the core, complete by action or by its report', async () => {
      expect((await list('setup')).tasks.at(-1)).toMatchObject({
        id: 'count-stock',
        title: 'Count the stock',
        actionUrl: 'https://shop.example/count',
        additionalData: { steps: 2 },
        isComplete: false,
      });
      expect(await task('payments')).toMatchObject({ isComplete: true, isActioned: false });
      expect(await task('products')).toMatchObject({ isComplete: false, title: 'Add products' });
      expect(heard).toEqual(['task.completed payments']);
      await ask('POST', `${base}/count-stock/action`);
      expect(await task('count-stock')).toMatchObject({ isComplete: true });
    });

    it('are visible to accounts with their capability', async () => {
      const manager = await world().person({ shop_role: 'store_manager' });
      const bearer = manager.token ?? '';
      expect((await askShop(world(), 'GET', `${base}?ids=extended`, { bearer })).body).toMatchObject([
        { tasks: { length: 5 } },
      ]);
      expect((await list('extended')).tasks).toHaveLength(6);
      expect(await askShop(world(), 'POST', `${base}/choose-theme/action`, { bearer })).toMatchObject({ status: 404 });
    });
  },
  {
    ports: {
      taskRegistry: taskRegistryOf({
        tasks: [
          {
            id: 'count-stock',
            listId: 'setup',
            title: 'Count the stock',
            content: 'Count once.',
            actionUrl: 'https://shop.example/count',
            additionalData: { steps: 2 },
          },
          { id: 'products', listId: 'setup', title: 'Another', content: 'An id of the core.' },
          { id: 'choose-theme', listId: 'extended', title: 'Theme', content: '', capability: 'manage_themes' },
        ],
        completed: ['payments', 'products'],
      }),
    },
  },
);
