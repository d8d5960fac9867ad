import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';

/** A server of another origin (another port of the same host, so that cookies are sent), with an empty page. */
export async function openSecondOrigin() {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><html lang="en"><title>Another site</title><main></main>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What a page of another origin tries against the desk at `target`: each attempt, and what it came to. */
export const attack = (page: Page, target: string): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(`(async () => {
    const target = ${JSON.stringify(target)};
    const item = JSON.stringify({ name: 'Planted', sku: 'PLANTED', quantity: 1 });
    const told = async (promise) => promise.then((answer) => answer, (error) => error.name);
    const read = (path, more) => told(fetch(target + path, { credentials: 'include', ...more }).then((answer) => answer.text()));
    const blind = (path, body) =>
      told(fetch(target + path, { method: 'POST', credentials: 'include', mode: 'no-cors', body }).then(({ type }) => type));
    const loaded = (tag, path, set = () => {}) =>
      new Promise((resolve) => {
        const element = document.createElement(tag);
        set(element);
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('failed');
        element.src = target + path;
        document.body.append(element);
      });
    const stream = () =>
      new Promise((resolve) => {
        const source = new EventSource(target + '/events', { withCredentials: true });
        source.onopen = () => resolve('open');
        source.onerror = () => (source.close(), resolve('failed'));
      });
    const form = () =>
      new Promise((resolve) => {
        const frame = document.createElement('iframe');
        frame.name = 'sink';
        document.body.append(frame);
        const element = document.createElement('form');
        Object.assign(element, { method: 'post', action: target + '/items', enctype: 'text/plain', target: 'sink' });
        const field = document.createElement('input');
        field.name = item.slice(0, -1) + ',"note":"';
        field.value = '"}';
        element.append(field);
        document.body.append(element);
        frame.onload = () => resolve('sent');
        element.submit();
      });
    const framed = () =>
      loaded('iframe', '/desk').then(() => {
        try {
          return String(document.querySelector('iframe[src]').contentDocument?.title);
        } catch (error) {
          return error.name;
        }
      });
    return {
      session: await read('/session'),
      items: await read('/items'),
      orders: await read('/cms-json/shop/v3/orders'),
      json: await read('/items', { method: 'POST', headers: { 'content-type': 'application/json' }, body: item }),
      events: await stream(),
      script: await loaded('script', '/session'),
      frame: await framed(),
      text: await blind('/items', item),
      form: await form(),
      signOut: await blind('/session', '{}'),
    };
  })()`);
