import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { configOf, keepSecrets } from '../../support/directory-config.ts';
import { silentServer } from '../../support/ldap-servers.ts';
import { describeWithSlapd, startSlapd, type TestSlapd } from '../../support/slapd.ts';
import { inWorld, type World } from '../../support/world.ts';

interface Trial {
  readonly ok: boolean;
  readonly config: string;
  readonly server: string;
  readonly duration_ms: number;
  readonly steps: readonly { readonly name: string; readonly status: string; readonly code?: string }[];
  readonly user: Readonly<Record<string, unknown>> | null;
  readonly warnings: readonly string[];
}

const steps = ['connect', 'tls', 'bind', 'search', 'user_lookup', 'user_bind', 'groups'];

describeWithSlapd('a test of the directory', () => inWorld('postgres', declare, keyed()));

function keyed() {
  return { environment: { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') } };
}

function declare(world: () => World): void {
  let slapd: TestSlapd;
  beforeAll(async () => {
    slapd = await startSlapd();
    keepSecrets(world(), slapd);
  });
  afterAll(() => slapd?.stop());
  beforeEach(async () => {
    await world().ada.delete('/ldap-config');
  });

  const save = async (different = {}) => {
    const saved = await world().ada.put('/ldap-config', configOf(slapd, different));
    expect(saved.status, saved.text).toBe(200);
  };
  const trial = async (body: object = {}): Promise<Trial> => {
    const answer = await world().ada.post<Trial>('/test-ldap', body);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.steps.map(({ name }) => name)).toEqual(steps);
    return answer.body;
  };
  const ana = () => ({ test_username: 'ana', test_password: slapd.people.ana.password });

  it('goes through all steps of a login, and names the user who would be admitted', async () => {
    await save({ required_group_dn: slapd.groups.staff, admin_group_dn: slapd.groups.admins });
    const before = await world().contents();
    const { people } = slapd;
    expect(await trial(ana())).toMatchObject({
      ok: true,
      config: 'saved',
      server: slapd.ldapsUrl,
      steps: steps.map((name) => ({ name, status: 'ok' })),
      user: {
        found: true,
        dn: people.ana.dn,
        username: 'ana',
        email: people.ana.mail,
        display_name: people.ana.displayName,
        external_id: people.ana.entryUuid,
        groups: expect.arrayContaining([slapd.groups.staff, slapd.groups.admins]),
        would_be_allowed: true,
        would_be_role: 'admin',
        local_conflict: false,
      },
    });
    const carl = await trial({ test_username: 'carl' });
    expect(carl.user).toMatchObject({ found: true, would_be_allowed: false, would_be_role: 'member' });
    expect(carl.steps[5]).toMatchObject({ status: 'skipped' });
    expect(await world().contents()).toBe(before);
  });

  it('tests unsaved settings, and saves nothing', async () => {
    const unsaved = await trial({ ...configOf(slapd), ...ana() });
    expect(unsaved).toMatchObject({ ok: true, config: 'unsaved', user: { would_be_role: 'member' } });
    expect((await world().ada.get('/ldap-config')).body).toMatchObject({ version: 0, url: null });
    await save();
    expect(await trial({ base_dn: slapd.places.missing })).toMatchObject({ ok: false, config: 'unsaved' });
  });

  it('searches no user unless one is named', async () => {
    await save();
    const reported = await trial();
    expect(reported.user).toBeNull();
    expect(reported.steps.slice(4, 6)).toMatchObject([{ status: 'skipped' }, { status: 'skipped' }]);
  });

  it('reports a missing entry, and a local account of that name', async () => {
    await save();
    expect(await trial({ test_username: 'nobody-at-all' })).toMatchObject({
      ok: false,
      user: { found: false, dn: null, groups: [], would_be_allowed: false, would_be_role: null, local_conflict: false },
    });
    expect((await trial({ test_username: 'mara' })).user).toMatchObject({ found: false, local_conflict: true });
    await world().person({ username: 'gina' });
    const { gina } = slapd.people;
    expect((await trial({ test_username: 'gina', test_password: gina.password })).user).toMatchObject({
      found: true,
      would_be_allowed: false,
      local_conflict: true,
    });
  });

  it.each<[string, object, string, string]>([
    ['a wrong password of the service account', { bind_password: 'wrong-on-purpose' }, 'bind', 'invalid_credentials'],
    ['a base that is not there', { base_dn: 'ou=missing,dc=example,dc=org' }, 'search', 'no_such_base'],
    [
      'a wrong password of the person',
      { test_username: 'ana', test_password: 'wrong' },
      'user_bind',
      'user_password_wrong',
    ],
    ['an ambiguous user', { test_username: 'twin' }, 'user_lookup', 'user_ambiguous'],
    ['a name that would be a filter', { test_username: 'a)(uid=*' }, 'user_lookup', 'user_not_found'],
  ])('names the step that failed with %s', async (_, body, name, code) => {
    await save();
    const reported = await trial(body);
    expect(reported.ok).toBe(false);
    const index = steps.indexOf(name);
    expect(reported.steps[index]).toMatchObject({ name, status: 'failed', code });
    for (const step of reported.steps.slice(index + 1)) expect(step).toMatchObject({ status: 'skipped' });
  });

  it('ends when a server does not answer', async () => {
    const silent = await silentServer();
    try {
      const body = { url: silent.url, allow_plaintext: true, base_dn: 'dc=a', operation_timeout_ms: 300 };
      const reported = await trial(body);
      expect(reported).toMatchObject({ ok: false, server: silent.url });
      expect(reported.steps.find(({ status }) => status === 'failed')?.code).toBe('operation_timeout');
    } finally {
      await silent.stop();
    }
  });

  it('warns of unverified connections', async () => {
    await save({ tls_verify: false, ca_certificate: null });
    expect((await trial()).warnings.length).toBeGreaterThan(0);
  });

  it('requires a name for a password', async () => {
    await save();
    expect(await world().ada.post('/test-ldap', { test_password: 'secret' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'test_username', code: 'required' }] },
    });
  });

  it('can precede a save of settings, which are saved only after a success', async () => {
    const { ada } = world();
    const bad = await ada.put('/ldap-config?verify=true', configOf(slapd, { base_dn: slapd.places.missing }));
    expect(bad).toMatchObject({
      status: 422,
      body: {
        code: 'ldap_test_failed',
        steps: expect.arrayContaining([expect.objectContaining({ code: 'no_such_base' })]),
      },
    });
    expect((await ada.get('/ldap-config')).body.version).toBe(0);
    expect(await ada.put('/ldap-config?verify=true', configOf(slapd))).toMatchObject({ status: 200 });
    const stale = { 'if-match': '"0"' };
    expect(await ada.put('/ldap-config?verify=true', { base_dn: 'dc=a' }, stale)).toMatchObject({ status: 412 });
  });

  it('is written to the audit log with the server and the outcome', async () => {
    await save();
    await trial({ test_username: 'twin' });
    const { body } = await world().ada.list('/audit?action=directory.test&per_page=1');
    expect(body[0]).toMatchObject({ target_id: slapd.ldapsUrl, outcome: 'ok', reason: 'user_ambiguous' });
  });
}

describeWithSlapd('a password that is tried in a test', () =>
  inWorld(
    'embedded',
    (world) => {
      it('counts as a login of that name, unless no server was reachable', async () => {
        const slapd = await startSlapd();
        try {
          keepSecrets(world(), slapd);
          const { ada, anonymous } = world();
          const { ana } = slapd.people;
          await ada.put('/ldap-config', configOf(slapd));
          const trial = (password: string, more = {}) =>
            ada.post('/test-ldap', { test_username: 'ana', test_password: password, ...more });
          for (let round = 0; round < 8; round += 1) {
            expect(await trial('wrong', { base_dn: slapd.places.missing })).toMatchObject({ status: 200 });
          }
          for (let round = 0; round < 5; round += 1) expect(await trial('wrong')).toMatchObject({ status: 200 });
          const limited = { status: 429, body: { code: 'rate_limited' } };
          expect(await trial(ana.password)).toMatchObject(limited);
          const login = { username: 'ana', password: ana.password };
          expect(await anonymous.post('/users/login', login)).toMatchObject(limited);
        } finally {
          await slapd.stop();
        }
      });
    },
    { environment: { ...keyed().environment, RATE_LIMIT_LOGIN: '5' } },
  ),
);
