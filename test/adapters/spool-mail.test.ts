import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSender, SpoolMail } from '@backroom/adapters-mail';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const message = {
  ...{
    id: 'export-17',
    to: ['anna@shop.example'],
    fromName: 'The shop',
    subject: 'Ready',
    text: 'Text',
    html: '<p>Text</p>',
  },
  date: new Date('2026-11-02T12:00:00Z'),
  headers: {},
};
const attempt = { onHandingOver: async () => {}, onLine: () => {} };
let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'backroom-mail-'));
});
afterAll(() => rm(place, { recursive: true, force: true }));

describe('mail into a folder', () => {
  it('is one file, however often the message is sent', async () => {
    const folder = join(place, 'once');
    const mail = new SpoolMail(folder, { name: 'Office', address: 'office@shop.example' });
    await mail.send(message, attempt);
    const first = await readFile(join(folder, 'export-17.eml'), 'utf8');
    await mail.send(message, attempt);
    expect(await readdir(folder)).toEqual(['export-17.eml']);
    expect(await readFile(join(folder, 'export-17.eml'), 'utf8')).toBe(first);
    expect(first).toContain('From: Office <office@shop.example>');
  });

  it('never leaves the folder, whatever a message is called', async () => {
    const folder = join(place, 'inside');
    await new SpoolMail(folder, { address: 'office@shop.example' }).send({ ...message, id: '../../x' }, attempt);
    expect(await readdir(folder)).toEqual(['-x.eml']);
  });
});

describe('a sender', () => {
  it.each([
    ['office@shop.example', { address: 'office@shop.example' }],
    ['The shop <office@shop.example>', { name: 'The shop', address: 'office@shop.example' }],
    ['"Shop, the" <office@shop.example>', { name: 'Shop, the', address: 'office@shop.example' }],
    ['<office@shop.example>', { address: 'office@shop.example' }],
  ])('is read of %s', (text, sender) => {
    expect(readSender(text)).toEqual(sender);
  });

  it.each(['', 'office', 'a b@c', 'x <a@b', 'a@b, c@d', 'Shop <a@b>\r\nBcc: c@d', 'x <a@b> y'])(
    'is not read of %j',
    (text) => {
      expect(readSender(text)).toBeUndefined();
    },
  );
});
