import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { brief, type Entry, entriesOf, newest } from '../../support/audit-entries.ts';
import type { Client } from '../../support/client.ts';
import { sqlOf } from '../../support/persistence.ts';
import { onEveryDatabase } from '../../support/world.ts';

let names = 0;
const word = () => {
  names += 1;
  return `word-${names}`;
};

onEveryDatabase('the audit log', (world) => {
  describe('is exported', () => {
    it('as CSV that no spreadsheet takes for formulas, the oldest first', async () => {
      const last = await newest(world());
      const headers = { 'user-agent': '=cmd()', 'x-request-id': 'exported' };
      const name = word();
      const { body } = await world().mara.ask('POST', '/categories', { body: { name }, headers });
      await world().ada.delete(`/categories/${body.id}`);
      const path = `/audit/export?format=csv&target_type=category&target_id=${body.id}`;
      const { status, text, headers: received } = await world().ada.get(path);
      expect([status, received['content-type'], received['cache-control']]).toEqual([
        200,
        'text/csv; charset=utf-8; header=present',
        'no-store',
      ]);
      const [header, first = '', second = '', ...rest] = text.split('\r\n');
      expect(header).toBe(
        'id,at,actor_user_id,actor_username,actor_ip,user_agent,request_id,action,target_type,target_id,outcome,reason,changes',
      );
      expect(first).toContain(`,mara,127.0.0.1,'=cmd(),exported,category.create,category,${body.id},ok,,"{""name""`);
      expect(second).toContain(`,category.delete,category,${body.id},ok,`);
      expect(Number(first.split(',')[0])).toBeGreaterThan(last);
      expect(rest).toEqual(['']);
    });

    it('as JSON, however long it is, and leaves an entry itself', async () => {
      const { ada, application } = world();
      await sql`
        insert into audit_event (at, action, outcome) select now(), 'many', 'ok' from generate_series(1, 1234)`.execute(
        sqlOf(application.database).kysely(),
      );
      const [entry, ...more] = await entriesOf(world(), async () => {
        const { body } = await ada.list('/audit/export?action=many');
        const ids = body.map(({ id }) => id);
        expect(ids).toHaveLength(1_234);
        expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      });
      expect(more).toEqual([]);
      expect(entry).toMatchObject({ action: 'audit.export', outcome: 'ok', actor_username: 'ada' });
    });

    it('to no member', async () => {
      expect(await world().mara.get('/audit/export')).toMatchObject({ status: 403, body: { code: 'admin_required' } });
    });
  });

  describe('is listed', () => {
    const actions = async (client: Client, query: string) =>
      (await client.list(`/audit?per_page=500&${query}`)).body as readonly Entry[];

    it('by action, actor, target, outcome and time', async () => {
      const { ada, mara, clock } = world();
      const one = await world().person();
      clock.advance(1_000);
      const from = clock.now().toISOString();
      const { id } = (await mara.post('/categories', { name: word() })).body;
      await ada.delete(`/categories/${id}`);
      await ada.delete(`/categories/${id}`);
      clock.advance(1_000);
      const to = clock.now().toISOString();
      const during = `from=${from}&to=${to}`;
      expect((await actions(ada, during)).map(brief)).toEqual([
        `category.delete failed not_found category ${id}`,
        `category.delete ok category ${id}`,
        `category.create ok category ${id}`,
      ]);
      expect(await actions(ada, `${during}&action=category.*`)).toHaveLength(3);
      expect(await actions(ada, `${during}&action=category.delete&outcome=ok`)).toHaveLength(1);
      expect(await actions(ada, `${during}&actor=MARA`)).toHaveLength(1);
      expect(await actions(ada, `${during}&actor=${mara.id}`)).toHaveLength(1);
      expect(await actions(ada, `target_type=category&target_id=${id}`)).toHaveLength(3);
      expect((await actions(ada, `target_type=user&target_id=${one.id}`)).map(({ action }) => action)).toEqual([
        'login',
        'user.create',
      ]);
      expect(await actions(ada, `action=nothing.such`)).toEqual([]);
    });

    it('in parts that lead to the next', async () => {
      const { ada } = world();
      const whole = ((await ada.list('/audit?per_page=500&action=login')).body as readonly Entry[]).map(({ id }) => id);
      const first = await ada.list('/audit?per_page=3&action=login');
      expect(first.headers['x-total-count']).toBe(String(whole.length));
      expect(first.headers.link).toContain(`before_id=${whole[2]}>; rel="next"`);
      const next = await ada.list(`/audit?per_page=3&action=login&before_id=${whole[2]}`);
      expect((next.body as readonly Entry[]).map(({ id }) => id)).toEqual(whole.slice(3, 6));
      expect(next.headers['cache-control']).toBe('no-store');
    });

    it.each(['action=drop%20table', 'outcome=maybe', 'from=yesterday', 'before_id=x', 'nonsense=1', 'per_page=501'])(
      'not by %s',
      async (query) => {
        expect(await world().ada.get(`/audit?${query}`)).toMatchObject({ status: 422 });
      },
    );
  });
});
