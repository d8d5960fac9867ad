import { inventoryRoutes, placesOf, type Schema } from '@backroom/core/interface';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Answered } from '../support/client.ts';
import { addressOf, type Endpoint, endpointsOf, smallestBody, takesBody, takesFile } from '../support/every-route.ts';
import { inWorld, onEveryDatabase, type World } from '../support/world.ts';
import { badJson, badSegments, badText } from './bad-values.ts';

const endpoints = endpointsOf(inventoryRoutes({ publicDocs: false }));
const placesAt = ({ route }: Endpoint) => placesOf(route.methods, route.path, route.params);
const withParams = (place: 'path' | 'query' | 'body') =>
  endpoints.filter(
    (endpoint) => Object.keys(placesAt(endpoint)[place]).length > 0 && (place !== 'body' || takesBody(endpoint)),
  );
/** A route reads the same whichever of its methods is used. */
const onceEach = (all: readonly Endpoint[]) => all.filter(({ method, route }) => method === route.methods[0]);
/** Objects whose members are not listed: `attr.color=red`. */
const isOpenObject = ({ type, properties }: Schema) => type === 'object' && !properties;
const withOpenObjects = withParams('query').filter((each) => Object.values(placesAt(each).query).some(isOpenObject));
const hostileMembers = [
  ['x', '\0'],
  ['x', 'a\0b'],
  ['\0', '1'],
  ['a\0b', '1'],
] as const;
const isEndOfSession = ({ name }: Endpoint) => name.startsWith('POST /users/logout');

/** What there is to aim at: the variables of the paths, and a good request for each endpoint that needs one. */
interface Target {
  readonly variables: (endpoint: Endpoint) => Readonly<Record<string, string>>;
  readonly good: (endpoint: Endpoint) => Readonly<Record<string, unknown>>;
  readonly query: (endpoint: Endpoint) => Readonly<Record<string, string>>;
}

async function aim({ ada, person, password }: World): Promise<Target> {
  const { body: category } = await ada.post('/categories', { name: 'Target' });
  const { body: location } = await ada.post('/locations', { code: 'TARGET' });
  const { body: item } = await ada.post('/items', { name: 'Target', sku: 'TARGET', quantity: 100 });
  const { body: batch } = await ada.post<readonly { id: number; group_id: string }[]>('/operations/batch', {
    operations: [{ sku: 'TARGET', type: 'issue', quantity: 1 }],
  });
  const victim = await person();
  const ids: Readonly<Record<string, number | undefined>> = {
    users: victim.id,
    items: item.id,
    categories: category.id,
    locations: location.id,
    operations: batch[0]?.id,
  };
  const line = { sku: 'TARGET', type: 'receipt', quantity: 1 };
  const good: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    'POST /users/login': { username: 'nobody-at-all', password: password() },
    'POST /users': { username: 'fuzzed-user' },
    'PUT /users/me/password': { current_password: password(), new_password: password() },
    'POST /items': { name: 'Fuzzed' },
    'POST /categories': { name: 'Fuzzed' },
    'POST /locations': { code: 'FUZZED' },
    'POST /operations': line,
    'POST /operations/batch': { operations: [line] },
  };
  return {
    variables: ({ path }) => ({ id: String(ids[path.split('/')[1] ?? ''] ?? 1), group_id: batch[0]?.group_id ?? '' }),
    good: ({ name }) => good[name] ?? {},
    query: ({ name }) => (name === 'GET /items/lookup' ? { code: 'TARGET' } : {}),
  };
}

/** Whether some problem is about this parameter, or about a part of it. */
const names = (answer: Answered, name: string): boolean =>
  answer.body.errors?.some(
    ({ field }) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`),
  ) ?? false;
const detail = (endpoint: Endpoint, name: string, value: string, { status, text }: Answered) =>
  `${endpoint.name}, ${name}: ${value.slice(0, 80)} → ${status} ${text.slice(0, 300)}`;

/** A JSON object whose members are written out. */
const objectText = (good: Readonly<Record<string, unknown>>, written: Readonly<Record<string, string>>): string => {
  const kept = Object.entries(good).filter(([name]) => !Object.hasOwn(written, name));
  const members = [...kept.map(([name, value]) => [name, JSON.stringify(value)] as const), ...Object.entries(written)];
  return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
};
const json = (text: string) => ({ text, headers: { 'content-type': 'application/json' } });

function declareFuzz(world: () => World): void {
  let target: Target;
  let before: string;
  beforeAll(async () => {
    target = await aim(world());
    before = await world().contents();
  });
  afterEach(async () => {
    const [then, now] = [before, await world().contents()];
    before = now;
    expect(now).toBe(then);
  });
  const at = (endpoint: Endpoint) => addressOf(endpoint.path, target.variables(endpoint));

  it.each(onceEach(withParams('body')))('wrong in the body of $name', async (endpoint) => {
    const { ada } = world();
    for (const [name, descriptor] of Object.entries(placesAt(endpoint).body)) {
      for (const { text, isBad } of badJson(descriptor)) {
        // Values that may be valid are sent beside something wrong, so that they change nothing.
        const written = isBad ? { [name]: text } : { [name]: text, nonsense: '1' };
        const answer = await ada.ask(endpoint.method, at(endpoint), json(objectText(target.good(endpoint), written)));
        const what = detail(endpoint, name, text, answer);
        expect(answer.status, what).toBe(422);
        if (!isBad) expect(names(answer, 'nonsense'), what).toBe(true);
        else expect(names(answer, name) || names(answer, name.replace('_merge', '')), what).toBe(true);
      }
    }
  });

  it.each(withParams('query'))('wrong in the query of $name', async (endpoint) => {
    const { ada } = world();
    for (const [name, descriptor] of Object.entries(placesAt(endpoint).query)) {
      for (const { text, isBad } of badText(descriptor)) {
        const query = { ...target.query(endpoint), [name]: text, ...(!isBad && { nonsense: '1' }) };
        const address = `${at(endpoint)}?${new URLSearchParams(query)}`;
        const answer = await ada.ask(endpoint.method, address, takesFile(endpoint) ? smallestBody(endpoint) : {});
        const what = detail(endpoint, name, text, answer);
        expect(answer.status, what).toBe(422);
        expect(names(answer, isBad ? name : 'nonsense'), what).toBe(true);
        expect(
          answer.body.errors.every((each) => each.in === 'query'),
          what,
        ).toBe(true);
      }
    }
  });

  it.each(withOpenObjects)('NUL in a member, or in its name, of the query of $name', async (endpoint) => {
    const objects = Object.entries(placesAt(endpoint).query).filter(([, each]) => isOpenObject(each));
    for (const [name] of objects) {
      for (const [member, value] of hostileMembers) {
        const query = new URLSearchParams({ ...target.query(endpoint), [`${name}.${member}`]: value });
        const answer = await world().ada.ask(endpoint.method, `${at(endpoint)}?${query}`);
        expect(answer.status, detail(endpoint, `${name}.${member}`, value, answer)).toBe(422);
        expect(names(answer, name), detail(endpoint, `${name}.${member}`, value, answer)).toBe(true);
      }
    }
  });

  it.each(withParams('path'))('wrong in the path of $name', async (endpoint) => {
    for (const text of badSegments) {
      const path = endpoint.path.replace(/\{\w+\}/, text);
      const answer = await world().ada.ask(
        endpoint.method,
        path,
        takesBody(endpoint) ? { body: target.good(endpoint) } : {},
      );
      expect([404, 405], `${endpoint.method} ${path} → ${answer.status} ${answer.text}`).toContain(answer.status);
    }
  });
}

describe('nothing is changed by what is', () => inWorld('postgres', declareFuzz));

onEveryDatabase('what is merely strange is kept or refused, and nothing breaks', (world) => {
  let target: Target;
  beforeAll(async () => {
    target = await aim(world());
  });
  const orderly = [200, 201, 204, 400, 401, 403, 404, 409, 422];
  const at = (endpoint: Endpoint) => addressOf(endpoint.path, target.variables(endpoint));

  it.each(onceEach(withParams('body')).filter(({ name }) => !name.startsWith('PUT /users/me')))(
    'in the body of $name',
    async (endpoint) => {
      for (const [name, descriptor] of Object.entries(placesAt(endpoint).body)) {
        for (const { text } of badJson(descriptor).filter(({ isBad }) => !isBad)) {
          const body = json(objectText(target.good(endpoint), { [name]: text }));
          const answer = await world().ada.ask(endpoint.method, at(endpoint), body);
          expect(orderly, detail(endpoint, name, text, answer)).toContain(answer.status);
        }
      }
    },
  );

  it.each(withParams('query').filter(({ method }) => method === 'GET'))('in the query of $name', async (endpoint) => {
    for (const [name, descriptor] of Object.entries(placesAt(endpoint).query)) {
      for (const { text } of badText(descriptor).filter(({ isBad }) => !isBad)) {
        const query = new URLSearchParams({ ...target.query(endpoint), [name]: text });
        const answer = await world().ada.get(`${at(endpoint)}?${query}`);
        expect(orderly, detail(endpoint, name, text, answer)).toContain(answer.status);
      }
    }
  });
});

describe('all at once', () => {
  inWorld('postgres', (world) => {
    it.each(withParams('body'))('every wrong member of the body of $name is reported', async (endpoint) => {
      const params = placesAt(endpoint).body;
      const written = Object.fromEntries(Object.entries(params).map(([name, descriptor]) => [name, wrong(descriptor)]));
      const answer = await world().ada.ask(
        endpoint.method,
        addressOf(endpoint.path),
        json(objectText({}, { ...written, nonsense: '1' })),
      );
      expect(answer.status).toBe(422);
      const fields = answer.body.errors.map(({ field }) => field.split(/[.[]/, 1)[0]);
      expect(new Set(fields)).toEqual(new Set([...Object.keys(params), 'nonsense']));
      for (const { field, pointer } of answer.body.errors)
        expect(pointer).toBe(`/${field.replaceAll(/[.[]/g, '/').replaceAll(']', '')}`);
    });

    it.each(withParams('query'))('every wrong parameter of the query of $name is reported', async (endpoint) => {
      const params = Object.keys(placesAt(endpoint).query);
      const query = [...params, 'nonsense', '__proto__'].map((name) => `${name}=%00`).join('&');
      const asking = takesFile(endpoint) ? smallestBody(endpoint) : {};
      const answer = await world().ada.ask(endpoint.method, `${addressOf(endpoint.path)}?${query}`, asking);
      expect(answer.status).toBe(422);
      expect(new Set(answer.body.errors.map(({ field }) => field.split('[', 1)[0]))).toEqual(
        new Set([...params, 'nonsense', '__proto__']),
      );
    });

    it.each(withParams('query'))('every duplicate parameter of $name is reported', async (endpoint) => {
      for (const name of Object.keys(placesAt(endpoint).query)) {
        const { status, body } = await world().ada.ask(
          endpoint.method,
          `${addressOf(endpoint.path)}?${name}=1&${name}=1`,
          takesFile(endpoint) ? smallestBody(endpoint) : {},
        );
        expect(status).toBe(422);
        expect(body.errors).toContainEqual(
          expect.objectContaining({ field: name, in: 'query', code: 'duplicate_parameter' }),
        );
      }
    });

    it.each(endpoints.filter((endpoint) => !isEndOfSession(endpoint)))(
      '$name takes no unknown parameter',
      async (endpoint) => {
        const asking = smallestBody(endpoint);
        const answer = await world().ada.ask(endpoint.method, `${addressOf(endpoint.path)}?nonsense=1`, asking);
        expect(answer.status).toBe(422);
        expect(answer.body.errors).toContainEqual(
          expect.objectContaining({ field: 'nonsense', in: 'query', code: 'unknown_parameter' }),
        );
      },
    );

    it.each(endpoints.filter((each) => takesBody(each) && !takesFile(each) && !isEndOfSession(each)))(
      '$name takes no body that is no object',
      async (endpoint) => {
        const { ada } = world();
        for (const text of ['[]', '"a"', '1', 'null', 'true', '[{}]']) {
          expect(await ada.ask(endpoint.method, addressOf(endpoint.path), json(text)), text).toMatchObject({
            status: 422,
          });
        }
        for (const text of ['{', '{"a":1,}', "{'a':1}", 'nonsense', '{"a":NaN}', '\ufeff{}x', '{"a":"\u0001"}']) {
          const answer = await ada.ask(endpoint.method, addressOf(endpoint.path), json(text));
          expect(answer, text).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
        }
        for (const text of [
          '{"__proto__":{}}',
          '{"constructor":1}',
          '{"prototype":1}',
          '{"a":{"__proto__":1}}',
          '['.repeat(500) + ']'.repeat(500),
        ]) {
          expect(await ada.ask(endpoint.method, addressOf(endpoint.path), json(text)), text).toMatchObject({
            status: 422,
          });
        }
      },
    );
  });
});

const wrong = ({ type }: Schema) => (type === 'array' ? '{}' : type === 'object' ? '1' : '[]');
