import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataTemplate, serving, type Typing } from './terminal.ts';

let template: Awaited<ReturnType<typeof dataTemplate>>;
let server: Awaited<ReturnType<typeof serving>>;
const call = (argv: readonly string[], typing: Typing = {}) => server.run(['call', ...argv], typing);

beforeAll(async () => {
  template = await dataTemplate();
  server = await serving(await template.copy('calls'));
  await make('Plank');
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await template?.[Symbol.asyncDispose]();
});

const make = async (name: string) =>
  (await call(['POST', '/items', `name=${name}`])).json() as { readonly id: number; readonly version: number };

describe('call', () => {
  it('sends each value to its place, as the type it has there', async () => {
    const words = [
      'name=Chair',
      'quantity=3',
      'price=12.50',
      'allow_negative=true',
      'barcode=null',
      'attributes.color=red',
      'attributes.legs=4',
      'sku=007',
    ];
    const ended = await call(['POST', '/items', ...words]);
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(ended.json()).toMatchObject({
      name: 'Chair',
      quantity: 3,
      price: '12.50',
      allow_negative: true,
      barcode: null,
      attributes: { color: 'red', legs: 4 },
      sku: '007',
    });
    expect(ended.out.split('\n')).toHaveLength(2);
  });

  it('reads one item, whatever the case of the method', async () => {
    const { id } = await make('Lamp');
    const [one, other] = [await call([`/items/${id}`]), await call(['get', `/items/${id}`])];
    expect(one.json()).toMatchObject({ id, name: 'Lamp' });
    expect(one.out).toBe(other.out);
  });

  it('requests lists with parameters, in words or in the address', async () => {
    await make('Ladder');
    const names = async (argv: readonly string[]) =>
      ((await call(argv)).json() as { readonly name: string }[]).map(({ name }) => name);
    expect(await names(['/items', 'q=ladder', 'per_page=5'])).toEqual(['Ladder']);
    expect(await names(['/items?q=ladder'])).toEqual(['Ladder']);
  });

  it('shows the range and the total of a list', async () => {
    await make('Ladder two');
    expect((await call(['/items', 'per_page=1'])).err).toMatch(/^1 of [0-9]+; see page= and per_page=\.\n$/);
  });

  it('changes what has the version that is named, and nothing else', async () => {
    const { id } = await make('Desk');
    expect((await call(['PUT', `/items/${id}`, 'name=Table', '--if-match', '1'])).json()).toMatchObject({
      name: 'Table',
      version: 2,
    });
    const late = await call(['PUT', `/items/${id}`, 'name=Stool', '--if-match', '1']);
    expect([late.code, late.out, late.problem().code]).toEqual([4, '', 'precondition_failed']);
  });

  it('does once what has one key', async () => {
    const first = await call(['POST', '/items', 'name=Shelf', '--key', 'shelf-1']);
    expect((await call(['POST', '/items', 'name=Shelf', '--key', 'shelf-1'])).out).toBe(first.out);
    expect((await call(['POST', '/items', 'name=Other', '--key', 'shelf-1'])).problem().code).toBe(
      'idempotency_key_reused',
    );
  });

  it('reads a body from an argument or the standard input, and adds the words to it', async () => {
    expect((await call(['POST', '/items', '--body', '{"name":"Rug","unit":"m"}', 'unit=pcs'])).json()).toMatchObject({
      name: 'Rug',
      unit: 'pcs',
    });
    expect((await call(['POST', '/items', '--body', '-'], { input: '{"name":"Sofa"}' })).json()).toMatchObject({
      name: 'Sofa',
    });
  });

  it('confirms success where a route answers nothing', async () => {
    const { id } = await make('Vase');
    expect(await call(['DELETE', `/items/${id}`])).toMatchObject({ code: 0, out: '', err: 'Done.\n' });
  });

  it('prints null for programs where a route answers nothing', async () => {
    const { id } = await make('Vase');
    expect(await call(['DELETE', `/items/${id}`, '--json'])).toMatchObject({ code: 0, out: 'null\n', err: '' });
  });

  it('records the operator', async () => {
    const { id } = await make('Clock');
    await call(['POST', '/operations', `item_id=${id}`, 'type=receipt', 'quantity=2', '--as', 'admin']);
    await call(['POST', '/operations', `item_id=${id}`, 'type=issue', 'quantity=0.5']);
    const operations = (await call(['/operations', `item_id=${id}`])).json() as {
      readonly username: string;
      readonly delta: number;
    }[];
    expect(operations.map(({ username, delta }) => [username, delta])).toEqual([
      ['system', -0.5],
      ['admin', 2],
    ]);
  });

  it.each([
    ['values that are not valid', ['POST', '/items', 'name=', 'quantity=many'], 5, 'validation_failed'],
    ['a value of the wrong type', ['POST', '/items', 'name=Bed', 'allow_negative=perhaps'], 5, 'validation_failed'],
    ['a member that there is not', ['POST', '/items', 'name=Bed', 'colour=red'], 5, 'unknown_field'],
    ['a parameter that there is not', ['/items', 'colour=red'], 5, 'unknown_parameter'],
    ['no body', ['POST', '/items'], 5, 'body_required'],
    ['an item that there is not', ['/items/999999'], 3, 'not_found'],
    ['a route that there is not', ['/nothing'], 3, 'not_found'],
    ['a method that there is not', ['DELETE', '/items'], 2, 'method_not_allowed'],
    [
      'more than there is',
      ['POST', '/operations', 'item_id=1', 'type=issue', 'quantity=1000000'],
      4,
      'insufficient_stock',
    ],
  ])('prints the fault of %s as JSON', async (_, argv, code, problem) => {
    const ended = await call(argv);
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.problem()).toMatchObject({ code: problem, type: `urn:inventory:problem:${problem}` });
  });

  it('ends with 6 where a login is refused', async () => {
    const { code, err } = await call(['POST', '/users/login', '--body', '-'], {
      input: '{"username":"admin","password":"wrong"}',
    });
    expect([code, err.includes('wrong')]).toEqual([6, false]);
  });
});
