import { expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { onEveryDatabase } from '../../support/world.ts';

interface Answers {
  readonly failed?: string;
  readonly responses: readonly ({ readonly status: number; readonly body: Readonly<Record<string, unknown>> } | null)[];
}
const options = '/shop-admin/options';
const write = (body: object) => ({ method: 'PUT', path: options, body });
const send = (client: Client, body: object) => client.post<Answers>('/cms-json/batch/v1', body);
const stored = async (client: Client, name: string) =>
  (await client.get(`/index.php?rest_route=${options}&options=${name}`)).body[name];

onEveryDatabase('a batch of writes', (world) => {
  it('leaves the effects of what could be done', async () => {
    const { ada } = world();
    const failing = [
      write({ shop_nobody_knows: 'x' }),
      { path: '/shop-admin/onboarding/profile/progress/core-profiler/complete', body: {} },
      { path: '/nowhere' },
      { path: '/batch/v1', body: { requests: [] } },
      { path: '/shop-admin/onboarding/profile/progress/core-profiler/complete', body: { step: 'none' } },
    ];
    const requests = Array.from({ length: 25 }, (_, index) =>
      index % 5 === 4 ? failing[(index - 4) / 5] : write({ shop_admin_install_timestamp: 1_000 + index }),
    );
    const { status, body } = await send(ada, { requests });
    expect(status).toBe(207);
    const statuses = body.responses.map((each) => each?.status);
    expect(statuses.filter((each) => each === 200)).toHaveLength(20);
    expect(statuses.filter((each) => each !== 200)).toEqual([403, 400, 404, 400, 400]);
    expect(body.responses.filter((each) => each?.body.shop_admin_install_timestamp === true)).toHaveLength(20);
    expect(await stored(ada, 'shop_admin_install_timestamp')).toBe(1_023);
  });

  it('that is all or nothing changes nothing when one cannot be right', async () => {
    const { ada } = world();
    const before = await world().contents();
    const { status, body } = await send(ada, {
      validation: 'require-all-validate',
      requests: [write({ shop_demo_store: 'yes' }), { path: '/nowhere' }, write({ shop_allow_tracking: 'yes' })],
    });
    expect(status).toBe(207);
    expect(body).toMatchObject({ failed: 'validation', responses: [null, { status: 404 }, null] });
    expect(await world().contents()).toBe(before);
  });

  it('of a caller without permission changes nothing', async () => {
    const before = await world().contents();
    const { body } = await send(world().anonymous, { requests: [write({ shop_demo_store: 'no' })] });
    expect(body.responses[0]).toMatchObject({ status: 401, body: { code: 'shop_rest_cannot_update' } });
    expect(await world().contents()).toBe(before);
  });

  it('with too many requests changes nothing', async () => {
    const before = await world().contents();
    const requests = Array.from({ length: 26 }, () => write({ shop_demo_store: 'no' }));
    expect((await send(world().ada, { requests })).status).toBe(400);
    expect(await world().contents()).toBe(before);
  });
});
