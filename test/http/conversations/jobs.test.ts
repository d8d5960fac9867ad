import type { JobKind } from '@backroom/core/jobs';
import { beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../../support/builders.ts';
import type { Answered, Client, Published } from '../../support/client.ts';
import { workOff } from '../../support/jobs.ts';
import { submitJobs } from '../../support/submit-jobs.ts';
import { onEveryDatabase, type Person, type World } from '../../support/world.ts';

interface Job extends Published {
  readonly kind: string;
  readonly state: string;
  readonly links: { readonly file?: string };
}

const reports = '/index.php?rest_route=/shop-analytics/reports';
const question = { after: '2025-01-01T00:00:00', before: '2025-01-31T00:00:00', orderby: 'date' };
const secret = 'do-not-show-this-argument';
const odd: JobKind<never, { readonly token: string }, null> = {
  ...{ name: 'odd', priority: 0, attempts: 1, backoff: 1, inUnit: false },
  step: () => async () => ({ place: null, done: 1, isFinished: true }),
};

const idOf = ({ body }: { readonly body: unknown }): string => String((body as { readonly id: unknown }).id);

onEveryDatabase('jobs', (world: () => World) => {
  let anna: Person;
  let bert: Person;
  beforeAll(async () => {
    anna = await world().person({ shop_role: 'store_manager', email: 'anna@example.org' });
    bert = await world().person({ shop_role: 'store_manager' });
  });

  const exported = async (client: Client, email = false): Promise<string> => {
    const begun = await client.post<{ readonly export_id: string }>(`${reports}/revenue/export`, {
      ...{ report_args: question, email },
    });
    expect(begun.status, begun.text).toBe(200);
    return begun.body.export_id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
  const read = async (client: Client, id: string): Promise<Answered<Job>> => client.get<Job>(`/jobs/${id}`);
  const anOddOne = async (): Promise<string> => {
    const [id = ''] = await submitJobs(world().application, odd, [{ token: secret }]);
    return id;
  };
  const work = () => workOff(world().application.core, anAdministrator());
  const missing = { status: 404, body: { code: 'job_not_found' } };

  it('show their arguments, their progress, and where the result is', async () => {
    const id = await exported(anna);
    expect(await read(anna, id)).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: {
        ...{ id, kind: 'export', user_id: anna.id, state: 'waiting', done: 0, total: null, error: null, links: {} },
        asked: { type: 'revenue', question: { after: '2025-01-01T00:00:00', interval: 'week' }, email: false },
        actions: ['cancel'],
      },
    });
    await work();
    const { body } = await read(anna, id);
    expect(body).toMatchObject({ state: 'done', actions: [], ended_at: expect.any(String) });
    expect(body.total).toBe(body.done);
    const file = new URL(body.links.file ?? '');
    const download = await fetch(`${world().url}${file.pathname}${file.search}`);
    expect([download.status, download.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  });

  it('do not show addresses of deleted files', async () => {
    const id = await exported(anna);
    await work();
    await world().later(8 * 24 * 3_600_000);
    anna = await world().signIn(anna.username, anna.password);
    bert = await world().signIn(bert.username, bert.password);
    expect((await read(world().ada, id)).body).toMatchObject({ state: 'done', links: {} });
  });

  it('are listed page by page, by state and kind', async () => {
    const { ada } = world();
    const ids = [await exported(ada), await exported(ada), await anOddOne()];
    const exportsWaiting = await ada.list('/jobs?kind=export&state=waiting&per_page=1');
    expect(exportsWaiting.headers['x-total-count']).toBe('2');
    expect(exportsWaiting.headers.link).toContain('page=2');
    expect(exportsWaiting.body).toHaveLength(1);
    const all = await ada.list('/jobs');
    for (const id of ids) expect(all.body.map((job) => String(job.id))).toContain(id);
    expect((await ada.list('/jobs?kind=nothing')).body).toEqual([]);
    expect(await ada.get('/jobs?state=odd')).toMatchObject({ status: 422, body: { errors: [{ field: 'state' }] } });
    await work();
  });

  it('show nothing of the arguments of a kind that does not declare them', async () => {
    const { ada } = world();
    const id = await anOddOne();
    await exported(anna, true);
    await work();
    const { text, body } = await ada.list('/jobs');
    expect(body.find((job) => String(job.id) === id)).toMatchObject({ asked: null, links: {}, state: 'failed' });
    expect(body.find((job) => job.kind === 'mail')).toMatchObject({ asked: null });
    for (const hidden of [secret, 'anna@example.org', '"input"', '"place"', '"result"'])
      expect(text).not.toContain(hidden);
  });

  describe('of an account that may make exports', () => {
    it('are its own', async () => {
      const mine = await exported(anna);
      const others = await exported(bert);
      const odds = await anOddOne();
      const listed = (await anna.list('/jobs?per_page=500')).body;
      expect(new Set(listed.map((job) => job.user_id))).toEqual(new Set([anna.id]));
      expect(listed.map((job) => String(job.id))).toContain(mine);
      expect((await anna.list('/jobs?kind=mail')).body).toEqual([]);
      for (const id of [others, odds]) {
        expect(await read(anna, id)).toMatchObject(missing);
        expect(await anna.post(`/jobs/${id}/cancel`)).toMatchObject(missing);
      }
      expect((await read(bert, others)).body.state).toBe('waiting');
    });

    it('are cancelled by it, and neither retried nor brought forward', async () => {
      const id = await exported(anna);
      expect(await anna.post(`/jobs/${id}/cancel`)).toMatchObject({
        ...{ status: 200, body: { id, state: 'cancelled', actions: [] } },
      });
      expect(await anna.post(`/jobs/${id}/cancel`)).toMatchObject({ status: 409, body: { code: 'job_is_over' } });
      for (const verb of ['retry', 'hasten'])
        expect(await anna.post(`/jobs/${id}/${verb}`)).toMatchObject({ status: 403 });
    });

    it('are not for members', async () => {
      const id = await exported(anna);
      for (const answer of [await world().mara.get('/jobs'), await read(world().mara, id)])
        expect(answer).toMatchObject({ status: 403 });
    });
  });

  it('are retried, cancelled and brought forward by an administrator, with a record of each', async () => {
    const { ada, application } = world();
    const id = await anOddOne();
    await work();
    expect((await read(ada, id)).body).toMatchObject({ error: { code: 'job_kind_unknown' }, actions: ['retry'] });
    const key = { 'idempotency-key': `retry-${id}` };
    const retried = await ada.post(`/jobs/${id}/retry`, undefined, key);
    expect(retried).toMatchObject({ status: 200, body: { state: 'waiting', error: null } });
    expect(await ada.post(`/jobs/${id}/retry`, undefined, key)).toMatchObject({
      ...{ status: 200, headers: { 'idempotent-replayed': 'true' } },
    });
    expect(await ada.post(`/jobs/${id}/retry`)).toMatchObject({ status: 409, body: { code: 'job_not_retryable' } });
    expect(await ada.post(`/jobs/${id}/cancel`)).toMatchObject({ body: { state: 'cancelled', actions: ['retry'] } });

    const record = { scheduled_import: true };
    await application.core.settings.changeShopSettings(await application.actor('system'), { record });
    await work();
    const delayed = (await ada.list('/jobs?kind=facts_batch&state=waiting')).body[0];
    expect(delayed).toMatchObject({ not_before: expect.any(String), actions: ['cancel', 'hasten'] });
    const hastened = await ada.post(`/jobs/${idOf({ body: delayed })}/hasten`);
    expect(hastened).toMatchObject({ status: 200, body: { not_before: null, actions: ['cancel'] } });

    const actions = (await ada.list('/audit?action=job.*')).body.map(({ action, target_id }) => [action, target_id]);
    expect(actions).toEqual(
      expect.arrayContaining([
        ['job.retry', id],
        ['job.cancel', id],
        ['job.hasten', idOf({ body: delayed })],
      ]),
    );
  });

  it('that do not exist are refused', async () => {
    for (const id of ['nothing', '0190b2a4-5c1d-4c3e-9f0a-2f6d1f0c7a55', '%00', "'"]) {
      expect(await world().ada.get(`/jobs/${id}`), id).toMatchObject({ status: 404 });
      expect(await world().ada.post(`/jobs/${id}/cancel`), id).toMatchObject({ status: 404 });
    }
  });
});
