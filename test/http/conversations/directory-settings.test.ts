import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeAuthority } from '../../support/certificates.ts';
import { recordingServer } from '../../support/ldap-servers.ts';
import { sqlOf } from '../../support/persistence.ts';
import { inWorld, onEveryDatabase, type World } from '../../support/world.ts';

const config = {
  enabled: true,
  url: 'ldaps://directory.example.invalid',
  bind_dn: 'cn=reader,dc=example,dc=org',
  base_dn: 'dc=example,dc=org',
};
const keyed = { environment: { SECRETS_KEY: randomBytes(32).toString('base64') } };
const unset = {
  enabled: false,
  url: null,
  urls: [],
  start_tls: false,
  tls_verify: true,
  tls_server_name: null,
  ca_certificate: null,
  ca_certificate_info: null,
  allow_plaintext: false,
  bind_dn: null,
  bind_password_set: false,
  bind_password_error: false,
  base_dn: null,
  user_filter: '(&(objectClass=person)(uid={username}))',
  attributes: { username: 'uid', email: 'mail', display_name: 'displayName', uid: 'entryUUID' },
  required_group_dn: null,
  admin_group_dn: null,
  group_mode: 'member_of',
  group_base_dn: null,
  group_filter: '(|(member={dn})(uniqueMember={dn}))',
  nested_groups: 'none',
  auto_create: true,
  default_role: 'member',
  connect_timeout_ms: 5_000,
  operation_timeout_ms: 10_000,
  sync_enabled: false,
  sync_interval_minutes: 60,
  sync_missing: 'ignore',
  managed_by_env: [],
  version: 0,
  updated_at: null,
  updated_by: null,
};

/** Begins without any settings, with a password that no answer may show. */
async function fresh({ ada, password }: World) {
  await ada.delete('/ldap-config');
  return { ada, secret: password() };
}

onEveryDatabase(
  'the settings of the directory',
  (world) => {
    it('are the defaults, under the version 0, until they are saved', async () => {
      const { ada } = await fresh(world());
      const answer = await ada.get('/ldap-config');
      expect(answer).toMatchObject({ status: 200, body: unset });
      expect(answer.headers).toMatchObject({ etag: '"0"', 'cache-control': 'no-store' });
    });

    it.each(['PUT', 'PATCH', 'POST'])('are changed by %s, which leaves the rest as it was', async (method) => {
      const { ada } = await fresh(world());
      const saved = await ada.ask('PUT', '/ldap-config', { body: config });
      const written = { version: expect.any(Number), updated_at: expect.any(String), updated_by: ada.id };
      expect(saved).toMatchObject({ status: 200, body: { ...unset, ...config, urls: [config.url], ...written } });
      const changed = await ada.ask(method, '/ldap-config', { body: { attributes: { email: 'mailbox' } } });
      expect(changed).toMatchObject({
        status: 200,
        body: { ...config, attributes: { ...unset.attributes, email: 'mailbox' }, updated_by: ada.id },
      });
      expect(changed.body.version).toBe(saved.body.version + 1);
      expect(changed.headers.etag).toBe(`"${changed.body.version}"`);
      expect((await ada.get('/ldap-config')).body).toEqual(changed.body);
    });

    it('can be sent back as they were read, which changes nothing', async () => {
      const { ada, secret } = await fresh(world());
      await ada.put('/ldap-config', {
        ...config,
        bind_password: secret,
        urls: [config.url, 'ldaps://b.example.invalid'],
      });
      const read = await ada.get('/ldap-config');
      expect(await ada.put('/ldap-config', read.body)).toMatchObject({ status: 200, body: read.body });
      const edited = await ada.put('/ldap-config', { ...read.body, base_dn: 'dc=other' });
      expect(edited).toMatchObject({ status: 200, body: { base_dn: 'dc=other', bind_password_set: true } });
    });

    it('are changed only with their last version, on request', async () => {
      const { ada } = await fresh(world());
      const stale = { status: 412, body: { code: 'precondition_failed' } };
      expect(await ada.put('/ldap-config', config, { 'if-match': '"7777"' })).toMatchObject(stale);
      const { headers } = await ada.put('/ldap-config', config, { 'if-match': '"0"' });
      expect(await ada.put('/ldap-config', { base_dn: 'dc=a' }, { 'if-match': '"0"' })).toMatchObject(stale);
      expect(await ada.delete('/ldap-config', { 'if-match': '"0"' })).toMatchObject(stale);
      const etag = String(headers.etag);
      expect(await ada.get('/ldap-config', { 'if-none-match': etag })).toMatchObject({ status: 304 });
      expect(await ada.put('/ldap-config', { base_dn: 'dc=a' }, { 'if-match': etag })).toMatchObject({ status: 200 });
      expect(await ada.delete('/ldap-config', { 'if-match': '*' })).toMatchObject({ status: 204 });
    });

    it('are saved for one of two concurrent changes', async () => {
      const { ada } = await fresh(world());
      const { headers } = await ada.put('/ldap-config', config);
      const put = (base: string) => ada.put('/ldap-config', { base_dn: base }, { 'if-match': String(headers.etag) });
      const answers = await Promise.all([put('dc=one'), put('dc=two')]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    });

    it('are deleted with the password, and never have the same version again', async () => {
      const { ada, secret } = await fresh(world());
      const { body } = await ada.put('/ldap-config', { ...config, bind_password: secret });
      expect(await ada.delete('/ldap-config')).toMatchObject({ status: 204, text: '' });
      expect(await ada.get('/ldap-config')).toMatchObject({ body: unset });
      const db = sqlOf(world().application.database).kysely();
      const { rows } = await sql`select settings, sealed_password from ldap_config`.execute(db);
      expect(rows).toEqual([{ settings: null, sealed_password: null }]);
      expect((await ada.put('/ldap-config', config)).body.version).toBeGreaterThan(body.version);
    });

    it.each<[Record<string, unknown>, string, string]>([
      [{ url: 'http://directory.example.org' }, 'url', 'invalid_format'],
      [{ url: 'ldaps://169.254.169.254' }, 'url', 'not_allowed'],
      [{ url: 'ldaps://ann:secret@directory.example.org' }, 'url', 'invalid_format'],
      [{ urls: ['ldaps://a.example', 'ftp://b.example'] }, 'urls[1]', 'invalid_format'],
      [{ urls: ['ldaps://a', 'ldaps://b', 'ldaps://c', 'ldaps://d'] }, 'urls', 'too_long'],
      [{ start_tls: true, url: 'ldaps://a.example' }, 'start_tls', 'contradiction'],
      [{ bind_dn: 'nobody' }, 'bind_dn', 'invalid_format'],
      [{ base_dn: 'dc=a,,' }, 'base_dn', 'invalid_format'],
      [{ user_filter: '(uid=ann)' }, 'user_filter', 'invalid_format'],
      [{ user_filter: '(uid={username}' }, 'user_filter', 'invalid_format'],
      [{ group_filter: '(member=x)' }, 'group_filter', 'invalid_format'],
      [{ required_group_dn: 'staff' }, 'required_group_dn', 'invalid_format'],
      [{ attributes: { display_name: 'a b' } }, 'attributes.display_name', 'invalid_format'],
      [{ attributes: { surname: 'sn' } }, 'attributes.surname', 'unknown_field'],
      [{ ca_certificate: 'nonsense' }, 'ca_certificate', 'invalid_format'],
      [{ tls_server_name: 'a/b' }, 'tls_server_name', 'invalid_format'],
      [{ connect_timeout_ms: 99 }, 'connect_timeout_ms', 'out_of_range'],
      [{ operation_timeout_ms: 60_001 }, 'operation_timeout_ms', 'out_of_range'],
      [{ default_role: 'admin' }, 'default_role', 'invalid_format'],
      [{ group_mode: 'nested' }, 'group_mode', 'invalid_format'],
      [{ enabled: true }, 'url', 'required'],
      [{ enabled: true }, 'base_dn', 'required'],
      [{ bind_password: 'x'.repeat(1_025) }, 'bind_password', 'too_long'],
      [{ user_filter: null }, 'user_filter', 'wrong_type'],
      [{ server: 'directory' }, 'server', 'unknown_field'],
    ])('are not %j', async (body, field, code) => {
      const { ada } = await fresh(world());
      const answer = await ada.put('/ldap-config', body);
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toContainEqual(expect.objectContaining({ field, code }));
      expect((await ada.get('/ldap-config')).body.version).toBe(0);
    });

    it('do not send passwords in the clear unless that is wanted', async () => {
      const { ada } = await fresh(world());
      const plain = { ...config, url: 'ldap://directory.example.invalid' };
      expect(await ada.put('/ldap-config', plain)).toMatchObject({
        status: 422,
        body: { code: 'plaintext_bind', errors: [{ field: 'url', code: 'plaintext_bind' }] },
      });
      expect(await ada.put('/ldap-config', { ...plain, start_tls: true })).toMatchObject({ status: 200 });
      expect(await ada.put('/ldap-config', { start_tls: false })).toMatchObject({ body: { code: 'plaintext_bind' } });
      expect(await ada.put('/ldap-config', { start_tls: false, allow_plaintext: true })).toMatchObject({ status: 200 });
    });

    it('show the trusted authorities, and until when they are valid', async () => {
      const { ada } = await fresh(world());
      const { certificate, key } = makeAuthority('Example Authority');
      const { body, status } = await ada.put('/ldap-config', { ca_certificate: certificate });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        ca_certificate: certificate.trim(),
        ca_certificate_info: [
          { subject: expect.stringContaining('Example Authority'), expires_at: expect.any(String) },
        ],
      });
      expect(await ada.put('/ldap-config', { ca_certificate: key })).toMatchObject({ status: 422 });
      expect((await ada.put('/ldap-config', { ca_certificate: null })).body.ca_certificate_info).toBeNull();
    });

    describe('keep a password', () => {
      it('that is written, never read, and taken away by null or an empty text', async () => {
        const { ada, secret } = await fresh(world());
        const set = async (body: object) => (await ada.put('/ldap-config', body)).body.bind_password_set;
        expect(await set({ ...config, bind_password: secret })).toBe(true);
        expect(await set({ base_dn: 'dc=other' })).toBe(true);
        expect(await set({ bind_password: null })).toBe(false);
        expect(await set({ bind_password: secret })).toBe(true);
        expect(await set({ bind_password: '' })).toBe(false);
      });

      it('that has spaces and control characters as they were typed', async () => {
        const { ada, secret } = await fresh(world());
        expect(await ada.put('/ldap-config', { ...config, bind_password: ` \t${secret} ` })).toMatchObject({
          status: 200,
        });
        expect(await ada.put('/ldap-config', { bind_password: ' ' })).toMatchObject({
          body: { bind_password_set: true },
        });
      });

      it('that is sealed in the database, differently each time', async () => {
        const { ada, secret } = await fresh(world());
        const sealed = async () => {
          await ada.put('/ldap-config', { ...config, bind_password: secret });
          const db = sqlOf(world().application.database).kysely();
          const found = await sql<{ text: string }>`select sealed_password as text from ldap_config`.execute(db);
          return found.rows[0]?.text;
        };
        const [one, other] = [await sealed(), await sealed()];
        expect(one).toMatch(/^v1\./);
        expect(one).not.toBe(other);
      });

      it('that is never handed to a server it was not kept for, nor in another manner', async () => {
        const { ada, secret } = await fresh(world());
        const evil = await recordingServer();
        try {
          const address = evil.url.replace('127.0.0.1', 'localhost');
          const kept = { ...config, start_tls: true, url: 'ldap://127.0.0.1:9', bind_password: secret };
          await ada.put('/ldap-config', kept);
          const before = (await ada.get('/ldap-config')).body;
          const changes = [
            { url: evil.url },
            { url: address },
            { urls: [kept.url, evil.url] },
            { urls: [evil.url, kept.url] },
            { url: evil.url, start_tls: false, allow_plaintext: true },
            { start_tls: false, allow_plaintext: true },
            { tls_verify: false },
            { tls_server_name: 'localhost' },
            { ca_certificate: makeAuthority('Evil').certificate },
            { bind_dn: 'cn=other,dc=example,dc=org' },
            { bind_dn: null },
          ];
          const refused = {
            status: 422,
            body: { code: 'bind_password_required', errors: [{ field: 'bind_password' }] },
          };
          for (const change of changes) {
            const reported = JSON.stringify(change);
            expect(await ada.put('/ldap-config', change), reported).toMatchObject(refused);
            expect(await ada.put('/ldap-config?verify=true', change), reported).toMatchObject(refused);
            expect(await ada.post('/test-ldap', { ...change, test_username: 'ann' }), reported).toMatchObject(refused);
          }
          expect((await ada.get('/ldap-config')).body).toEqual(before);
          expect(evil.connections()).toBe(0);
          expect(evil.received()).toHaveLength(0);
        } finally {
          await evil.stop();
        }
      });

      it('that cannot be opened any more leaves the directory down, and its settings readable and writable', async () => {
        const { ada, secret } = await fresh(world());
        const { anonymous, mara, password } = world();
        await ada.put('/ldap-config', { ...config, bind_password: secret });
        const db = sqlOf(world().application.database).kysely();
        await sql`update ldap_config set sealed_password = replace(sealed_password, 'v1.', 'v1.0')`.execute(db);
        expect((await ada.get('/ldap-config')).body).toMatchObject({
          bind_password_set: true,
          bind_password_error: true,
        });
        const wrong = { username: 'mara', password: password() };
        expect(await anonymous.post('/users/login', wrong)).toMatchObject({ status: 503 });
        expect(await anonymous.post('/users/login', { username: 'mara', password: mara.password })).toMatchObject({
          status: 200,
        });
        expect(await ada.post('/test-ldap', {})).toMatchObject({
          status: 422,
          body: { code: 'bind_password_required' },
        });
        expect(await ada.post('/ldap-config/sync')).toMatchObject({ status: 503 });
        await ada.put('/ldap-config', { bind_password: secret });
        expect((await ada.get('/ldap-config')).body).toMatchObject({ bind_password_error: false });
        await ada.delete('/ldap-config');
      });
    });

    it('cannot be tested or used to synchronise before they are saved', async () => {
      const { ada } = await fresh(world());
      const missing = { status: 409, body: { code: 'ldap_not_configured' } };
      expect(await ada.post('/test-ldap')).toMatchObject(missing);
      expect(await ada.post('/test-ldap', { base_dn: 'dc=a' })).toMatchObject(missing);
      expect(await ada.post('/ldap-config/sync')).toMatchObject(missing);
      expect(await ada.get('/test-ldap')).toMatchObject({ status: 405, headers: { allow: 'POST, OPTIONS' } });
    });
  },
  keyed,
);

describe('settings that the environment decides', () => {
  const environment = {
    LDAP_URL: 'LDAPS://fixed.example.invalid/, ldaps://second.example.invalid',
    LDAP_BASE_DN: 'dc=fixed',
    LDAP_AUTO_CREATE: 'false',
    LDAP_EMAIL_ATTRIBUTE: 'mailbox',
  };
  inWorld(
    'embedded',
    (world) => {
      it('win, are named, and cannot be changed', async () => {
        const { ada } = world();
        const { body } = await ada.get('/ldap-config');
        expect(body).toMatchObject({
          url: 'ldaps://fixed.example.invalid',
          urls: ['ldaps://fixed.example.invalid', 'ldaps://second.example.invalid'],
          base_dn: 'dc=fixed',
          auto_create: false,
          attributes: { ...unset.attributes, email: 'mailbox' },
          managed_by_env: ['url', 'urls', 'base_dn', 'auto_create', 'attributes'],
        });
        for (const change of [{ url: 'ldaps://a.example' }, { urls: [] }, { base_dn: null }, { auto_create: true }]) {
          expect(await ada.patch('/ldap-config', change), JSON.stringify(change)).toMatchObject({
            status: 409,
            body: { code: 'managed_by_env' },
          });
          expect(await ada.post('/test-ldap', change)).toMatchObject({ status: 409, body: { code: 'managed_by_env' } });
        }
        expect(await ada.put('/ldap-config', { ...body, enabled: true })).toMatchObject({
          status: 200,
          body: { enabled: true, url: 'ldaps://fixed.example.invalid' },
        });
      });
    },
    { environment },
  );
});

describe('a bind password of the environment', () => {
  const environment = { LDAP_URL: 'ldaps://fixed.example.invalid', LDAP_BIND_PASSWORD: 'given-by-the-environment' };
  inWorld(
    'embedded',
    (world) => {
      it('goes nowhere but to the server of the environment', async () => {
        const { ada, keepSecret } = world();
        keepSecret(environment.LDAP_BIND_PASSWORD, 'the bind password of the environment');
        expect((await ada.get('/ldap-config')).body).toMatchObject({
          bind_password_set: true,
          managed_by_env: expect.arrayContaining(['bind_password', 'url', 'bind_dn', 'tls_verify', 'ca_certificate']),
        });
        for (const change of [{ url: 'ldaps://evil.example' }, { tls_verify: false }, { bind_password: 'x' }]) {
          expect(await ada.post('/test-ldap', change)).toMatchObject({ status: 409, body: { code: 'managed_by_env' } });
          expect(await ada.put('/ldap-config', change)).toMatchObject({ status: 409 });
        }
      });
    },
    { environment },
  );
});

describe('without a key for secrets', () => {
  inWorld('postgres', (world) => {
    it('no password is kept, but settings without one are', async () => {
      const { ada, password } = world();
      expect(await ada.put('/ldap-config', { ...config, bind_password: password() })).toMatchObject({
        status: 409,
        body: { code: 'secrets_key_missing' },
      });
      expect(await ada.put('/ldap-config', config)).toMatchObject({ status: 200 });
    });
  });
});
