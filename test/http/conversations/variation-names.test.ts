import { expect, it } from 'vitest';
import { anAdministrator } from '../../support/builders.ts';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

onEveryDatabase('names of variations', (world) => {
  const send = async (method: string, path: string, body: object) => {
    const answer = await askShop(world(), method, `/shop/v3/products${path}`, {
      bearer: world().ada.token ?? '',
      body,
    });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body as unknown as { readonly id: number; readonly name: string };
  };
  const aProduct = () => send('POST', '', { name: 'Shirt', type: 'variable' });

  it('that were made of the attributes follow them, in the order in which they are sent', async () => {
    const { id } = await aProduct();
    const attributes = { pa_colour: 'red', size: 'L', cut: '' };
    const made = await send('POST', `/${id}/variations`, { attributes });
    expect(made.name).toBe('Shirt - red - L');
    const change = async (body: object) => (await send('PATCH', `/${id}/variations/${made.id}`, body)).name;
    expect(await change({ attributes: { pa_colour: 'blue', size: 'L', cut: '' } })).toBe('Shirt - blue - L');
    expect(await change({ attributes: { pa_colour: '', size: '', cut: '' } })).toBe('Shirt');
    expect(await change({ attributes: { size: 'M' } })).toBe('Shirt - M');
    expect(await change({ regular_price: '9' })).toBe('Shirt - M');
    await send('PATCH', `/${id}`, { name: 'Blouse' });
    expect(await change({ attributes: { size: 'S' } })).toBe('Shirt - S');
    expect(await change({ name: null })).toBe('Blouse - S');
  });

  it('name values of shared attributes as they are called, and follow older names made of their slugs', async () => {
    const size = { kind: 'attribute', id: 7, name: 'Size', key: 'pa_size' };
    const terms = [
      { id: 71, name: 'Extra large', slug: 'xl' },
      { id: 72, name: 'Small', slug: 's' },
    ];
    await world().application.core.interchange.importRecords(anAdministrator(), {
      open: async function* () {
        yield JSON.stringify({ ...size, terms });
      },
      onError: 'stop',
    });
    const { id } = await aProduct();
    const made = await send('POST', `/${id}/variations`, { attributes: { pa_size: 'xl', cut: 's' } });
    expect(made.name).toBe('Shirt - Extra large - s');
    const change = async (body: object) => (await send('PATCH', `/${id}/variations/${made.id}`, body)).name;
    expect(await change({ regular_price: '9' })).toBe('Shirt - Extra large - s');
    expect(await change({ attributes: { pa_size: 's', cut: 's' } })).toBe('Shirt - Small - s');
    expect(await change({ name: 'Shirt - s - s' })).toBe('Shirt - s - s');
    expect(await change({ attributes: { pa_size: 'xl', cut: 's' } })).toBe('Shirt - Extra large - s');
    expect(await change({ name: null, attributes: { pa_size: 's' } })).toBe('Shirt - Small');
  });

  it('that were sent stay', async () => {
    const { id } = await aProduct();
    const { id: own } = await send('POST', `/${id}/variations`, { name: 'Red shirt', attributes: { colour: 'red' } });
    const change = async (body: object) => (await send('PATCH', `/${id}/variations/${own}`, body)).name;
    expect(await change({ attributes: { colour: 'blue' } })).toBe('Red shirt');
    expect(await change({ attributes: {} })).toBe('Red shirt');
    expect(await change({ attributes: { colour: 'green' } })).toBe('Red shirt');
    expect(await change({ name: 'Shirt', attributes: { colour: 'grey' } })).toBe('Shirt');
  });
});
