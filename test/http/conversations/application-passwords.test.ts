import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { askShop, type ShopRequestInit } from '../../support/shop-client.ts';
import { onEveryDatabase, type Person, type World } from '../../support/world.ts';

const mine = '/cms/v2/users/me/application-passwords';
const of = ({ id }: Person) => `/cms/v2/users/${id}/application-passwords`;

onEveryDatabase('application passwords', (world) => {
  const ask = (method: string, route: string, init?: ShopRequestInit) => askShop(world(), method, route, init);
  const as = ({ token = '' }: Pick<Person, 'token'>) => ({ bearer: token });
  /** Makes a password; from then on its secret may be found nowhere. */
  const make = async (who: Person, fields: object = {}) => {
    const made = await ask('POST', mine, { ...as(who), body: { name: 'Till', ...fields } });
    expect(made.status, made.text).toBe(201);
    const secret = made.body.password.replaceAll(' ', '');
    world().keepSecret(secret, 'the secret of an application password');
    return { ...made.body, secret, basic: [who.username, made.body.password] as const };
  };
  const refusedWith = (status: number, code: string) => ({ status, body: { code, data: { status } } });

  it('are made once with a secret in groups of four, and read without it', async () => {
    const person = await world().person();
    const app_id = randomUUID();
    const made = await ask('POST', mine, { ...as(person), body: { name: '  Till <b>one</b>\u0007 ', app_id } });
    expect(made).toMatchObject({ status: 201 });
    expect(made.body.password).toMatch(/^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);
    world().keepSecret(made.body.password.replaceAll(' ', ''), 'the secret of an application password');
    const { password: _, ...record } = made.body;
    expect(record).toMatchObject({ app_id, name: 'Till one', last_used: null, last_ip: null, expires_at: null });
    expect(record.created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    const self = made.headers.get('location') ?? '';
    expect(self).toMatch(new RegExp(`/index\\.php\\?rest_route=${of(person)}/${record.uuid}$`));
    expect(record._links).toEqual({ self: [{ href: self }] });
    expect((await ask('GET', mine, as(person))).body).toEqual([record]);
    expect((await ask('GET', `${of(person)}/${record.uuid}`, as(person))).body).toEqual(record);
  });

  it('open every route, with blanks or without, under name or address, whatever their case', async () => {
    const email = `${randomUUID()}@example.org`;
    const person = await world().person({ email });
    const { basic, secret, uuid } = await make(person);
    for (const shown of [
      basic,
      [person.username.toUpperCase(), secret],
      [email.toUpperCase(), ` ${secret.slice(0, 7)}-${secret.slice(7)}\t`],
    ] as const) {
      expect(await ask('GET', `${mine}/introspect`, { basic: shown }), shown.join(':')).toMatchObject({
        status: 200,
        body: { uuid },
      });
    }
  });

  it('note when and from where they were used, once a day', async () => {
    const person = await world().person();
    const { basic } = await make(person);
    const used = async () => {
      const { body } = await ask('GET', mine, { basic });
      const [{ last_used, last_ip }] = body as unknown as [{ last_used: string; last_ip: string }];
      return [last_used, last_ip] as const;
    };
    await used();
    const [first, ip] = await used();
    expect([first, ip]).toEqual([world().clock.now().toISOString().slice(0, 19), '127.0.0.1']);
    world().clock.advance(3_600_000);
    await used();
    expect((await used())[0]).toBe(first);
    world().clock.advance(23 * 3_600_000);
    await used();
    expect((await used())[0]).toBe(world().clock.now().toISOString().slice(0, 19));
    await world().later(0);
  });

  it('are one error when anything is wrong, on public routes too', async () => {
    const person = await world().person();
    const { secret } = await make(person);
    const wrong = refusedWith(401, 'incorrect_password');
    for (const basic of [
      [person.username, secret.slice(1)],
      [person.username, `${secret.slice(1)}${secret.startsWith('a') ? 'b' : 'a'}`],
      [person.username, person.password],
      [person.username, ''],
      ['', secret],
      ['nobody-at-all', secret],
      [world().ada.username, secret],
      ['a\u0000b', secret],
      ['x'.repeat(5_000), secret],
    ] as const) {
      expect(await ask('GET', '/', { basic }), basic[0].slice(0, 20)).toMatchObject(wrong);
    }
    for (const authorization of ['Basic', 'Basic !!!', 'Basic bm9jb2xvbg==']) {
      expect(await ask('GET', '/', { headers: { authorization } }), authorization).toMatchObject(wrong);
    }
  });

  it('never open the inventory, and the password of the account never opens the shop', async () => {
    const person = await world().person();
    const { basic } = await make(person);
    const authorization = `Basic ${Buffer.from(basic.join(':')).toString('base64')}`;
    expect(await world().anonymous.get('/users/me', { authorization })).toMatchObject({ status: 401 });
    expect(await world().anonymous.post('/users/login', { username: basic[0], password: basic[1] })).toMatchObject({
      status: 401,
    });
  });

  it('accept no address that two users have', async () => {
    const email = `${randomUUID()}@example.org`;
    const [one] = [await world().person({ email }), await world().person({ email })];
    const { secret, basic } = await make(one);
    expect(await ask('GET', mine, { basic: [email, secret] })).toMatchObject(refusedWith(401, 'incorrect_password'));
    expect(await ask('GET', mine, { basic })).toMatchObject({ status: 200 });
  });

  it('are renamed, and nothing else about them changes', async () => {
    const person = await world().person();
    const { uuid, created, basic } = await make(person);
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const body = { name: `Named by ${method}`, uuid: randomUUID(), app_id: randomUUID(), password: 'x' };
      expect(await ask(method, `${mine}/${uuid}`, { ...as(person), body })).toMatchObject({
        status: 200,
        body: { uuid, created, app_id: '', name: `Named by ${method}` },
      });
    }
    expect(await ask('GET', mine, { basic })).toMatchObject({ status: 200 });
  });

  it('end at once, one by one or all, and only once', async () => {
    const person = await world().person();
    const [one, two] = [await make(person), await make(person), await make(person)];
    const gone = await ask('DELETE', `${mine}/${one.uuid}`, as(person));
    expect(gone).toMatchObject({ status: 200, body: { deleted: true, previous: { uuid: one.uuid, name: 'Till' } } });
    expect(gone.text).not.toContain('"password"');
    expect(await ask('DELETE', `${mine}/${one.uuid}`, as(person))).toMatchObject(
      refusedWith(404, 'rest_application_password_not_found'),
    );
    expect(await ask('GET', mine, { basic: one.basic })).toMatchObject({ status: 401 });
    expect(await ask('DELETE', mine, { basic: two.basic })).toMatchObject({ body: { deleted: true, count: 2 } });
    expect(await ask('GET', mine, { basic: two.basic })).toMatchObject({ status: 401 });
    expect(await ask('DELETE', mine, as(person))).toMatchObject({ status: 200, body: { deleted: true, count: 0 } });
  });

  it('are refused when their time is over', async () => {
    const person = await world().person();
    const soon = new Date(world().clock.now().getTime() + 60_000);
    const { basic } = await make(person, { expires_at: soon.toISOString().slice(0, 19).replace('T', ' ') });
    expect(await ask('GET', mine, { basic })).toMatchObject({ status: 200 });
    world().clock.advance(60_000);
    expect(await ask('GET', mine, { basic })).toMatchObject(refusedWith(401, 'application_password_expired'));
    expect(
      await ask('POST', mine, { ...as(person), body: { name: 'x', expires_at: '2001-01-01T00:00:00Z' } }),
    ).toMatchObject(refusedWith(400, 'rest_invalid_param'));
  });

  it('with scopes give no more than those, and make no other password', async () => {
    const { ada } = world();
    const { basic, uuid } = await make(ada, { scopes: ['manage_store'] });
    const body = { name: 'x' };
    const other = await world().person();
    expect(await ask('GET', of(other), { basic })).toMatchObject(
      refusedWith(403, 'rest_cannot_list_application_passwords'),
    );
    expect(await ask('POST', mine, { basic, body })).toMatchObject(
      refusedWith(403, 'rest_cannot_create_application_passwords'),
    );
    expect(await ask('PUT', `${mine}/${uuid}`, { basic, body })).toMatchObject(
      refusedWith(403, 'rest_cannot_edit_application_password'),
    );
    expect(await ask('DELETE', mine, { basic })).toMatchObject(
      refusedWith(403, 'rest_cannot_delete_application_passwords'),
    );
    expect(await ask('GET', mine, { basic })).toMatchObject({ status: 200 });
    expect(await ask('DELETE', `${mine}/${uuid}`, { basic })).toMatchObject({ status: 200 });
  });

  it('of other users are for administrators', async () => {
    const { ada, mara } = world();
    const person = await world().person();
    const { uuid } = await make(person);
    const body = { name: 'x' };
    const acts = [
      ['GET', of(person), 'rest_cannot_list_application_passwords', 'rest_user_invalid_id'],
      ['GET', `${of(person)}/${uuid}`, 'rest_cannot_read_application_password'],
      ['POST', of(person), 'rest_cannot_create_application_passwords'],
      ['PUT', `${of(person)}/${uuid}`, 'rest_cannot_edit_application_password'],
      ['DELETE', `${of(person)}/${uuid}`, 'rest_cannot_delete_application_password'],
      ['DELETE', of(person), 'rest_cannot_delete_application_passwords'],
    ] as const;
    for (const [method, route, code] of acts) {
      const init = method === 'GET' || method === 'DELETE' ? {} : { body };
      expect(await ask(method, route, init), route).toMatchObject(refusedWith(401, code));
      expect(await ask(method, route, { ...as(mara), ...init }), route).toMatchObject(refusedWith(403, code));
      const own = route.replace(of(person), mine);
      expect(await ask(method, own, init), own).toMatchObject(refusedWith(401, 'rest_not_logged_in'));
      for (const nobodys of ['2000000000', '99999999999999999999', '0']) {
        const route404 = route.replace(`/${person.id}/`, `/${nobodys}/`);
        expect(await ask(method, route404, { ...as(ada), ...init }), route404).toMatchObject(
          refusedWith(404, 'rest_user_invalid_id'),
        );
      }
    }
    for (const [method, route] of acts) {
      const answer = await ask(method, route, { ...as(ada), ...(method.startsWith('P') && { body }) });
      expect(answer.status, `${method} ${route}`).toBe(method === 'POST' ? 201 : 200);
      if (method === 'POST') world().keepSecret(answer.body.password.replaceAll(' ', ''), 'an application password');
    }
  });

  it('are introspected by their own requests only', async () => {
    const { ada, mara } = world();
    const { basic, uuid } = await make(mara);
    const secret = refusedWith(403, 'rest_cannot_introspect_app_password_for_non_authenticated_user');
    expect(await ask('GET', `${of(mara)}/introspect`, { basic })).toMatchObject({ status: 200, body: { uuid } });
    expect(await ask('GET', `${of(mara)}/introspect`, as(ada))).toMatchObject(secret);
    expect(await ask('GET', `${of(ada)}/introspect`, { basic })).toMatchObject(secret);
    expect(await ask('GET', `${of(mara)}/introspect`)).toMatchObject(
      refusedWith(401, 'rest_cannot_introspect_app_password_for_non_authenticated_user'),
    );
    expect(await ask('GET', `${mine}/introspect`)).toMatchObject(refusedWith(401, 'rest_not_logged_in'));
    expect(await ask('GET', `${mine}/introspect`, as(mara))).toMatchObject(
      refusedWith(404, 'rest_no_authenticated_app_password'),
    );
  });

  it.each([
    ['no name', {}, 'rest_missing_callback_param'],
    ['an empty name', { name: '' }, 'rest_invalid_param'],
    ['a blank name', { name: ' \t' }, 'application_password_empty_name'],
    ['a name of tags', { name: '<p></p>' }, 'application_password_empty_name'],
    ['a name that is too long', { name: 'x'.repeat(201) }, 'rest_invalid_param'],
    ['an application id that is no UUID', { name: 'x', app_id: 'abc' }, 'rest_invalid_param'],
    ['a moment that is none', { name: 'x', expires_at: 'soon' }, 'rest_invalid_param'],
    ['a scope that is none', { name: 'x', scopes: ['everything'] }, 'rest_invalid_param'],
  ])('are not made with %s', async (_, body, code) => {
    expect(await ask('POST', mine, { ...as(world().mara), body })).toMatchObject(refusedWith(400, code));
  });

  it('wait until the account has a password of its owner’s choice', async () => {
    const made = await world().ada.post<{ generated_password: string }>('/users', { username: `new-${randomUUID()}` });
    const { username } = made.body as unknown as { username: string };
    const person = await world().signIn(username, made.body.generated_password);
    expect(await ask('POST', mine, { ...as(person), body: { name: 'x' } })).toMatchObject(
      refusedWith(501, 'application_passwords_disabled_for_user'),
    );
  });

  it('are made once under one key; a repeat does not show the secret again', async () => {
    const person = await world().person();
    const init = { ...as(person), body: { name: 'Till' }, headers: { 'idempotency-key': randomUUID() } };
    const made = await ask('POST', mine, init);
    const { password, ...record } = made.body;
    world().keepSecret(password.replaceAll(' ', ''), 'the secret of an application password');
    const again = await ask('POST', mine, init);
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([201, record, 'true']);
    expect((await ask('GET', mine, as(person))).body).toHaveLength(1);
  });

  it('end for good when an administrator disables the account', async () => {
    const { ada } = world();
    const person = await world().person();
    const { basic } = await make(person);
    await make(person, { name: 'Second' });
    await ada.patch(`/users/${person.id}`, { is_active: false });
    await ada.patch(`/users/${person.id}`, { is_active: true });
    expect(await ask('GET', mine, { basic })).toMatchObject(refusedWith(401, 'incorrect_password'));
    expect((await ask('GET', of(person), as(ada))).body).toEqual([]);
    const { body } = await ada.list(`/audit?action=user.update&target_id=${person.id}`);
    expect(body.map(({ changes }) => (changes as Readonly<Record<string, unknown>>).application_passwords)).toEqual([
      undefined,
      { from: 2, to: 0 },
    ]);
  });

  it('outlive a new password of the account, and end with the account', async () => {
    const { ada } = world();
    const person = await world().person();
    const { basic } = await make(person);
    await ada.put(`/users/${person.id}`, { password: world().password() });
    expect(await ask('GET', mine, { basic })).toMatchObject({ status: 200 });
    expect(await ada.delete(`/users/${person.id}`)).toMatchObject({ status: 204 });
    expect(await ask('GET', mine, { basic })).toMatchObject({ status: 401 });
    await ada.post(`/users/${person.id}/restore`);
    expect(await ask('GET', mine, { basic })).toMatchObject({ status: 401 });
  });
});

onEveryDatabase('wrong application passwords', (world) => {
  const nothing = (name: string) => [name, 'abcd EFGH 1234 ijkl MNOP 6789'] as const;

  it('are too many after twenty for one name, and the right one still opens', async () => {
    const { mara } = world();
    const made = await askShop(world(), 'POST', mine, { bearer: mara.token ?? '', body: { name: 'Till' } });
    world().keepSecret(made.body.password.replaceAll(' ', ''), 'an application password');
    const outcomes: number[] = [];
    for (let time = 0; time < 22; time += 1)
      outcomes.push((await askShop(world(), 'GET', '/', { basic: nothing('Mara') })).status);
    expect(outcomes).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429]);
    const limited = await askShop(world(), 'GET', '/', { basic: nothing('mara') });
    expect(limited).toMatchObject({ status: 429, body: { code: 'rate_limit_exceeded' } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await askShop(world(), 'GET', mine, { basic: ['mara', made.body.password] })).status).toBe(200);
    expect((await askShop(world(), 'GET', '/', { basic: nothing('other') })).status).toBe(401);
  });

  it('are too many after a hundred from one address, whatever the name', async () => {
    let last = 0;
    for (let time = 0; time < 101; time += 1)
      last = (await askShop(world(), 'GET', '/', { basic: nothing(`name-${time}`) })).status;
    expect(last).toBe(429);
  });
});

const production = { SITE_ENVIRONMENT: 'production', TRUST_PROXY: '1', PUBLIC_URL: 'https://shop.example' };

onEveryDatabase(
  'application passwords of a site in production',
  (world: () => World) => {
    const encrypted = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' };
    const make = (headers: Record<string, string> = {}) =>
      askShop(world(), 'POST', mine, { bearer: world().mara.token ?? '', body: { name: 'Till' }, headers });

    it('are made and used over HTTPS only', async () => {
      expect(await make()).toMatchObject({ status: 501, body: { code: 'application_passwords_disabled' } });
      const made = await make(encrypted);
      expect(made.status, made.text).toBe(201);
      world().keepSecret(made.body.password.replaceAll(' ', ''), 'an application password');
      const basic = ['mara', made.body.password] as const;
      expect(await askShop(world(), 'GET', mine, { basic })).toMatchObject({
        status: 401,
        body: { code: 'application_passwords_disabled' },
      });
      expect(await askShop(world(), 'GET', mine, { basic, headers: encrypted })).toMatchObject({ status: 200 });
    });

    it('do not trust a claim of HTTPS', async () => {
      expect(await make({ 'x-forwarded-proto': 'https, http' })).toMatchObject({ status: 501 });
    });
  },
  { environment: production },
);
