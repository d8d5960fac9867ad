import { shopRoutes } from '@backroom/core/interface';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleAddress } from '../published/shop-samples.ts';
import { dataTemplate, serving } from './terminal.ts';

let template: Awaited<ReturnType<typeof dataTemplate>>;
let server: Awaited<ReturnType<typeof serving>>;
const call = (...argv: readonly string[]) => server.run(['call', ...argv]);

beforeAll(async () => {
  template = await dataTemplate();
  server = await serving(await template.copy('shop-calls'));
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await template?.[Symbol.asyncDispose]();
});

describe('call of the shop interface', () => {
  it('requests the index of a namespace', async () => {
    const ended = await call('/shop-admin');
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(ended.json()).toMatchObject({ namespace: 'shop-admin', routes: { '/shop-admin': { methods: ['GET'] } } });
  });

  it('sends batches', async () => {
    const ended = await call('POST', '/batch/v1', 'requests=[{"path":"/nowhere"}]');
    expect(ended.code).toBe(0);
    expect(ended.json()).toMatchObject({ responses: [{ status: 404 }] });
  });

  it('changes and reads options', async () => {
    const changed = await call('POST', '/shop-admin/options', 'shop_weight_unit=oz');
    expect(changed).toMatchObject({ code: 0, err: '' });
    expect(changed.json()).toEqual({ shop_weight_unit: true });
    const read = await call('/shop-admin/options', 'options=shop_weight_unit,shop_dimension_unit');
    expect(read.json()).toEqual({ shop_weight_unit: 'oz', shop_dimension_unit: false });
    expect(await call('/shop-admin/options', 'options=blogname')).toMatchObject({ code: 6 });
  });

  it('prints refusals, and exits with their code', async () => {
    expect(await call('/shop-admin', 'namespace=nonsense')).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining('rest_invalid_namespace'),
    });
    expect(await call('POST', '/batch/v1', 'validation=maybe')).toMatchObject({ code: 5 });
  });

  it('describes a route', async () => {
    const { out, code } = await call('POST', '/batch/v1', '--help');
    expect(code).toBe(0);
    expect(out).toContain('require-all-validate|normal');
  });

  it('lists and describes every route', async () => {
    const listed = (await call('--list', '--json')).json() as readonly { readonly path: string }[];
    const known = new Set(listed.map(({ path }) => path));
    expect(shopRoutes().filter(({ path }) => !known.has(path))).toEqual([]);
  });

  it('reaches every route', async () => {
    for (const { methods, path, variables } of shopRoutes().filter((each) => each.access !== 'own-session')) {
      const { err } = await call(methods[0] ?? 'GET', sampleAddress(path, variables));
      expect(err, path).not.toContain('rest_no_route');
    }
  });
});
