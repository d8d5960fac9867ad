import { describe, expect, it } from 'vitest';
import type { Published } from '../../support/client.ts';
import { onEveryDatabase } from '../../support/world.ts';

onEveryDatabase('categories', (world) => {
  let count = 0;
  /** A category of its own name. */
  const made = async (fields: Readonly<Record<string, unknown>> = {}): Promise<Published> => {
    count += 1;
    const { status, body } = await world().mara.post('/categories', { name: `Shelf ${count}`, ...fields });
    expect(status).toBe(201);
    return body;
  };
  /** Categories one below the other, the highest first. */
  const chain = async (length: number): Promise<readonly Published[]> => {
    const links: Published[] = [];
    for (let level = 0; level < length; level += 1) links.push(await made({ parent_id: links.at(-1)?.id ?? null }));
    return links;
  };
  const idOf = (each: Published | undefined) => each?.id ?? 0;

  describe('are made', () => {
    it('at the top and below others', async () => {
      const { mara, clock } = world();
      const top = await made({ name: 'Lamps', position: 2, description: 'All that\nshines' });
      const { status, headers, body } = await mara.post('/categories', { name: 'Desk lamps', parent_id: top.id });
      expect({ status, headers }).toMatchObject({
        status: 201,
        headers: { location: `/categories/${body.id}`, etag: '"1"' },
      });
      expect(body).toEqual({
        id: body.id,
        name: 'Desk lamps',
        parent_id: top.id,
        description: null,
        position: 0,
        path: [
          { id: top.id, name: 'Lamps' },
          { id: body.id, name: 'Desk lamps' },
        ],
        depth: 1,
        item_count: 0,
        total_item_count: 0,
        created_at: clock.now().toISOString(),
        updated_at: clock.now().toISOString(),
        version: 1,
      });
      expect((await mara.get(`/categories/${body.id}`)).body).toEqual(body);
    });

    it('under a name that no sibling has, whatever its case', async () => {
      const { mara } = world();
      const top = await made({ name: 'Zebra' });
      const taken = { status: 409, body: { code: 'category_name_taken' } };
      expect(await mara.post('/categories', { name: ' zEBRA ' })).toMatchObject(taken);
      await made({ name: 'Zebra', parent_id: top.id });
      expect(await mara.post('/categories', { name: 'ZEBRA', parent_id: top.id })).toMatchObject(taken);
    });

    it('not below what is missing', async () => {
      const answer = await world().mara.post('/categories', { name: 'Orphan', parent_id: 2147483647 });
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'category_not_found', errors: [{ field: 'parent_id', pointer: '/parent_id' }] },
      });
    });

    it('ten levels deep', async () => {
      const links = await chain(10);
      expect(links.at(-1)).toMatchObject({ depth: 9 });
      const answer = await world().mara.post('/categories', { name: 'Too deep', parent_id: idOf(links.at(-1)) });
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'category_too_deep', errors: [{ field: 'parent_id' }] },
      });
    });
  });

  describe('are changed', () => {
    it('in name and place, with everything below', async () => {
      const { mara } = world();
      const [a, b, c] = await chain(3);
      const other = await made();
      const moved = await mara.patch(`/categories/${idOf(b)}`, { parent_id: other.id, name: 'Moved' });
      expect(moved).toMatchObject({
        status: 200,
        headers: { etag: '"2"' },
        body: { parent_id: other.id, depth: 1, version: 2 },
      });
      const below = (await mara.get<{ path: readonly { id: number; name: string }[] }>(`/categories/${idOf(c)}`)).body;
      expect(below.path.map(({ name }) => name)).toEqual([other.name, 'Moved', c?.name]);
      expect(below.path.map(({ id }) => id)).not.toContain(idOf(a));
      const top = await mara.put(`/categories/${idOf(b)}`, { parent_id: null });
      expect(top.body).toMatchObject({ parent_id: null, depth: 0, name: 'Moved' });
    });

    it('never into a circle', async () => {
      const { mara } = world();
      const [a, , c] = await chain(3);
      for (const parent of [a, c]) {
        const answer = await mara.patch(`/categories/${idOf(a)}`, { parent_id: idOf(parent) });
        expect(answer).toMatchObject({
          status: 422,
          body: { code: 'category_cycle', errors: [{ field: 'parent_id' }] },
        });
      }
      expect((await mara.get(`/categories/${idOf(a)}`)).body).toMatchObject({ parent_id: null, version: 1 });
    });

    it('never into a circle by two moves at once', async () => {
      const { mara } = world();
      for (let round = 0; round < 5; round += 1) {
        const [a, b] = [await made(), await made()];
        const answers = await Promise.all([
          mara.patch(`/categories/${a.id}`, { parent_id: b.id }),
          mara.patch(`/categories/${b.id}`, { parent_id: a.id }),
        ]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
      }
    });

    it('never so that something below is too deep', async () => {
      const { mara } = world();
      const [long, short] = [await chain(8), await chain(3)];
      const answer = await mara.patch(`/categories/${idOf(short[0])}`, { parent_id: idOf(long[7]) });
      expect(answer).toMatchObject({ status: 422, body: { code: 'category_too_deep' } });
      expect(await mara.patch(`/categories/${idOf(short[0])}`, { parent_id: idOf(long[6]) })).toMatchObject({
        status: 200,
      });
    });

    it('only to a name that is free there', async () => {
      const { mara } = world();
      const [a, b] = [await made(), await made()];
      const taken = { status: 409, body: { code: 'category_name_taken' } };
      expect(await mara.patch(`/categories/${a.id}`, { name: b.name.toUpperCase() })).toMatchObject(taken);
      const below = await made({ parent_id: a.id, name: b.name });
      expect(await mara.patch(`/categories/${below.id}`, { parent_id: null })).toMatchObject(taken);
    });

    it('back to what was read, which changes nothing', async () => {
      const { mara } = world();
      const category = await made({ description: 'As is' });
      expect((await mara.put(`/categories/${category.id}`, category)).body).toEqual(category);
    });

    it('only from the version that was read', async () => {
      const { mara } = world();
      const { id } = await made();
      await mara.patch(`/categories/${id}`, { position: 1 });
      const stale = { 'if-match': '"1"' };
      const refused = { status: 412, body: { code: 'precondition_failed' } };
      expect(await mara.patch(`/categories/${id}`, { position: 2 }, stale)).toMatchObject(refused);
      expect(await mara.delete(`/categories/${id}`, stale)).toMatchObject(refused);
      expect((await mara.get(`/categories/${id}`)).body).toMatchObject({ position: 1 });
    });
  });

  describe('are deleted', () => {
    it('when they are empty', async () => {
      const { mara } = world();
      const { id } = await made();
      expect(await mara.delete(`/categories/${id}`)).toMatchObject({ status: 204, text: '' });
      expect(await mara.delete(`/categories/${id}`)).toMatchObject({ status: 404 });
      expect(await mara.get(`/categories/${id}`)).toMatchObject({ status: 404 });
    });

    it('not with something in them, archived or not', async () => {
      const { mara } = world();
      const top = await made();
      await made({ parent_id: top.id });
      const { body: item } = await mara.post('/items', { name: 'Lamp', category_id: top.id });
      await mara.patch(`/items/${item.id}`, { archived: true });
      const answer = await mara.delete(`/categories/${top.id}`);
      expect(answer).toMatchObject({ status: 409, body: { code: 'category_not_empty', children: 1, items: 1 } });
    });

    it('after their contents were moved elsewhere', async () => {
      const { mara } = world();
      const [from, to] = [await made(), await made()];
      const child = await made({ parent_id: from.id });
      const { body: item } = await mara.post('/items', { name: 'Lamp', category_id: from.id });
      expect(await mara.delete(`/categories/${from.id}?reassign_to=${to.id}`)).toMatchObject({ status: 204 });
      expect((await mara.get(`/categories/${child.id}`)).body).toMatchObject({ parent_id: to.id });
      expect((await mara.get(`/items/${item.id}`)).body).toMatchObject({ category_id: to.id });
      expect(await mara.delete(`/categories/${to.id}?reassign_to=null`)).toMatchObject({ status: 204 });
      expect((await mara.get(`/categories/${child.id}`)).body).toMatchObject({ parent_id: null, depth: 0 });
      expect((await mara.get(`/items/${item.id}`)).body).toMatchObject({ category_id: null });
    });

    it('and their contents never go below themselves, to nowhere, or to where a name is taken', async () => {
      const { mara } = world();
      const [a, b] = await chain(2);
      const elsewhere = await made();
      await made({ parent_id: elsewhere.id, name: b?.name });
      const refused = (code: string) => ({ status: 422, body: { code, errors: [{ field: 'reassign_to' }] } });
      expect(await mara.delete(`/categories/${idOf(a)}?reassign_to=${idOf(b)}`)).toMatchObject(
        refused('category_cycle'),
      );
      expect(await mara.delete(`/categories/${idOf(a)}?reassign_to=${idOf(a)}`)).toMatchObject(
        refused('category_cycle'),
      );
      expect(await mara.delete(`/categories/${idOf(a)}?reassign_to=2147483647`)).toMatchObject(
        refused('category_not_found'),
      );
      const taken = { status: 409, body: { code: 'category_name_taken' } };
      expect(await mara.delete(`/categories/${idOf(a)}?reassign_to=${elsewhere.id}`)).toMatchObject(taken);
      expect((await mara.get(`/categories/${idOf(b)}`)).body).toMatchObject({ parent_id: idOf(a) });
    });
  });

  describe('are shown', () => {
    it('with how many items are in them and below them', async () => {
      const { mara } = world();
      const [a, b] = await chain(2);
      for (const category of [a, b, b]) await mara.post('/items', { name: 'Lamp', category_id: idOf(category) });
      const { body: gone } = await mara.post('/items', { name: 'Lamp', category_id: idOf(b) });
      await mara.patch(`/items/${gone.id}`, { archived: true });
      expect((await mara.get(`/categories/${idOf(a)}`)).body).toMatchObject({ item_count: 1, total_item_count: 3 });
      expect((await mara.get(`/categories/${idOf(b)}`)).body).toMatchObject({ item_count: 2, total_item_count: 2 });
    });

    it('as a tree, siblings by position and then by name', async () => {
      const { mara } = world();
      const top = await made({ name: 'Tree' });
      for (const [name, position] of [
        ['b', 1],
        ['a', 1],
        ['c', 0],
      ] as const)
        await made({ parent_id: top.id, name, position });
      const { body } = await mara.get<readonly (Published & { children: readonly Published[] })[]>('/categories/tree');
      const found = body.find(({ id }) => id === top.id);
      expect(found?.children.map(({ name }) => name)).toEqual(['c', 'a', 'b']);
      expect(found?.children[0]).toMatchObject({ children: [], depth: 1, path: [{ name: 'Tree' }, { name: 'c' }] });
    });

    it('flat, filtered and in the requested order', async () => {
      const { mara } = world();
      const top = await made({ name: 'Ålesund 5%' });
      const names = async (query: string) => (await mara.list(`/categories?${query}`)).body.map(({ name }) => name);
      for (const [name, position] of [
        ['Béta', 0],
        ['alpha', 2],
      ] as const)
        await made({ parent_id: top.id, name, position });
      const below = `parent_id=${top.id}`;
      expect(await names(`${below}&sort=name`)).toEqual(['alpha', 'Béta']);
      expect(await names(`${below}&sort=-name`)).toEqual(['Béta', 'alpha']);
      expect(await names(`${below}&sort=position`)).toEqual(['Béta', 'alpha']);
      expect(await names(`${below}&sort=-id`)).toEqual(['alpha', 'Béta']);
      expect(await names(`${below}&q=BETA`)).toEqual(['Béta']);
      expect(await names('q=5%25')).toEqual(['Ålesund 5%']);
      expect(await names('q=alesund')).toEqual(['Ålesund 5%']);
      expect(await names('parent_id=null&per_page=500')).not.toContain('alpha');
      const flat = await names('per_page=500');
      const start = flat.indexOf('Ålesund 5%');
      expect(flat.slice(start, start + 3)).toEqual(['Ålesund 5%', 'alpha', 'Béta']);
    });
  });
});
