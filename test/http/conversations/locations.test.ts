import { describe, expect, it } from 'vitest';
import type { Published } from '../../support/client.ts';
import { onEveryDatabase } from '../../support/world.ts';

onEveryDatabase('locations', (world) => {
  let count = 0;
  const made = async (fields: Readonly<Record<string, unknown>> = {}): Promise<Published> => {
    count += 1;
    const { status, body } = await world().ada.post('/locations', { code: `BAY-${count}`, ...fields });
    expect(status).toBe(201);
    return body;
  };
  const main = async () => {
    const { body } = await world().mara.list('/locations?q=MAIN');
    return body.find(({ code }) => code === 'MAIN') as Published;
  };

  it('begin with MAIN, which stays what it is', async () => {
    const { ada } = world();
    const { id } = await main();
    const fixed = { status: 409, body: { code: 'main_location_is_fixed' } };
    expect(await ada.delete(`/locations/${id}`)).toMatchObject(fixed);
    for (const change of [{ archived: true }, { code: 'OTHER' }])
      expect(await ada.patch(`/locations/${id}`, change)).toMatchObject(fixed);
    expect(await ada.patch(`/locations/${id}`, { name: 'Main store' })).toMatchObject({
      status: 200,
      body: { code: 'MAIN', name: 'Main store' },
    });
  });

  it('are made with a code that is theirs alone, whatever its case', async () => {
    const { ada, clock } = world();
    const { status, headers, body } = await ada.post('/locations', {
      code: 'Rack/7.b_c-d',
      name: 'Rack 7',
      parent_id: (await main()).id,
    });
    expect({ status, headers }).toMatchObject({
      status: 201,
      headers: { location: `/locations/${body.id}`, etag: '"1"' },
    });
    expect(body).toEqual({
      id: body.id,
      code: 'Rack/7.b_c-d',
      name: 'Rack 7',
      parent_id: (await main()).id,
      archived: false,
      created_at: clock.now().toISOString(),
      updated_at: clock.now().toISOString(),
      version: 1,
    });
    expect(await ada.post('/locations', { code: 'rack/7.B_C-D' })).toMatchObject({
      status: 409,
      body: { code: 'location_code_taken' },
    });
    expect(await ada.post('/locations', { code: 'main' })).toMatchObject({ status: 409 });
  });

  it.each(['two words', 'ä', 'a;b', '', 'x'.repeat(65)])('have no code %j', async (code) => {
    expect(await world().ada.post('/locations', { code })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'code' }] },
    });
  });

  it('are named after their code unless they have a name', async () => {
    expect(await made({ code: 'NAMELESS' })).toMatchObject({ name: 'NAMELESS' });
  });

  it('have other locations above them, never in a circle', async () => {
    const { ada } = world();
    const outer = await made();
    const inner = await made({ parent_id: outer.id });
    for (const parent of [outer, inner]) {
      const answer = await ada.patch(`/locations/${outer.id}`, { parent_id: parent.id });
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'parent_id' }] } });
    }
    const missing = { status: 422, body: { code: 'location_not_found', errors: [{ field: 'parent_id' }] } };
    expect(await ada.patch(`/locations/${outer.id}`, { parent_id: 2147483647 })).toMatchObject(missing);
    expect(await ada.post('/locations', { code: 'LOST', parent_id: 2147483647 })).toMatchObject(missing);
    expect((await ada.patch(`/locations/${inner.id}`, { parent_id: null })).body).toMatchObject({
      parent_id: null,
      version: 2,
    });
  });

  it('are changed only from the version that was read', async () => {
    const { ada } = world();
    const { id } = await made();
    expect(await ada.patch(`/locations/${id}`, { name: 'One' }, { 'if-match': '"1"' })).toMatchObject({
      status: 200,
      headers: { etag: '"2"' },
    });
    expect(await ada.patch(`/locations/${id}`, { name: 'Two' }, { 'if-match': '"1"' })).toMatchObject({ status: 412 });
    expect(await ada.delete(`/locations/${id}`, { 'if-match': '"1"' })).toMatchObject({ status: 412 });
  });

  it('are changed back to what was read, which changes nothing', async () => {
    const location = await made();
    expect((await world().ada.put(`/locations/${location.id}`, location)).body).toEqual(location);
  });

  describe('go', () => {
    it('for good when nothing was ever there', async () => {
      const { ada } = world();
      const { id } = await made();
      expect(await ada.delete(`/locations/${id}`)).toMatchObject({ status: 204, text: '' });
      expect(await ada.get(`/locations/${id}`)).toMatchObject({ status: 404 });
      expect(await ada.delete(`/locations/${id}`)).toMatchObject({ status: 404 });
    });

    it('to the archive when all that was there was moved, and not before', async () => {
      const { ada, mara } = world();
      const location = await made({ code: 'ATTIC' });
      const { body: item } = await mara.post('/items', { name: 'Lamp', quantity: 3, location: 'attic' });
      const full = { status: 409, body: { code: 'location_has_stock' } };
      expect(await ada.delete(`/locations/${location.id}`)).toMatchObject(full);
      expect(await ada.patch(`/locations/${location.id}`, { archived: true })).toMatchObject(full);
      await mara.post('/operations', { item_id: item.id, type: 'issue', quantity: 3, location: 'ATTIC' });
      expect(await ada.delete(`/locations/${location.id}`)).toMatchObject({ status: 204 });
      expect((await ada.get(`/locations/${location.id}`)).body).toMatchObject({ archived: true });
      const move = { item_id: item.id, type: 'receipt', quantity: 1, location: 'ATTIC' };
      expect(await mara.post('/operations', move)).toMatchObject({ status: 409, body: { code: 'location_archived' } });
      expect((await ada.patch(`/locations/${location.id}`, { archived: false })).body).toMatchObject({
        archived: false,
      });
      expect(await mara.post('/operations', move)).toMatchObject({ status: 201 });
    });

    it('not while items have them as their default, or locations are below them', async () => {
      const { ada } = world();
      const [one, two] = [await made(), await made()];
      await ada.post('/items', { name: 'Lamp', default_location_id: one.id });
      await made({ parent_id: two.id });
      for (const { id } of [one, two])
        expect(await ada.delete(`/locations/${id}`)).toMatchObject({ status: 409, body: { code: 'location_in_use' } });
    });
  });

  it('are listed without the archived ones unless they are requested', async () => {
    const { ada, mara } = world();
    const [kept, archived] = [await made({ code: 'LIST-B', name: 'Å' }), await made({ code: 'LIST-A', name: 'B' })];
    await ada.patch(`/locations/${archived.id}`, { archived: true });
    const codes = async (query: string) =>
      (await mara.list(`/locations?q=list-&${query}`)).body.map(({ code }) => code);
    expect(await codes('')).toEqual([kept.code]);
    expect(await codes('archived=true')).toEqual([archived.code]);
    expect(await codes('archived=any')).toEqual(['LIST-B', 'LIST-A']);
    expect(await codes('archived=any&sort=code')).toEqual(['LIST-A', 'LIST-B']);
    expect(await codes('archived=any&sort=name')).toEqual(['LIST-B', 'LIST-A']);
  });

  it('are readable for all accounts, and writable for administrators only', async () => {
    const { mara } = world();
    const { id } = await main();
    expect(await mara.get(`/locations/${id}`)).toMatchObject({ status: 200, body: { code: 'MAIN' } });
    expect(await mara.post('/locations', { code: 'MINE' })).toMatchObject({
      status: 403,
      body: { code: 'admin_required' },
    });
  });
});
