import { createDecipheriv, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { FileSecretKeys, isSealingKey, SealedBox, type SealingKeys, sealingKey } from '@backroom/adapters-node';
import { secretBoxContract } from '@backroom/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../cli/terminal.ts';

const freshKey = () => sealingKey(randomBytes(32).toString('base64'));
const withKeys = (keys: SealingKeys) => new SealedBox(() => keys);
const keyless = withKeys({ newest: undefined, older: [] });
const foreign = () => withKeys({ newest: freshKey(), older: [] });

secretBoxContract('AES-256-GCM with given keys', async () => {
  const [first, second] = [freshKey(), freshKey()];
  return {
    ...{ box: withKeys({ newest: first, older: [] }), foreign: foreign(), keyless },
    renewed: async () => withKeys({ newest: second, older: [first] }),
    forgotten: async () => withKeys({ newest: second, older: [] }),
  };
});

secretBoxContract('AES-256-GCM with the keys of a data folder', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const keys = await FileSecretKeys.inDataFolder(folder.path);
  const box = new SealedBox(() => keys.keys);
  return {
    ...{ box, foreign: foreign(), keyless },
    renewed: async () => {
      expect(await keys.renew(new Date('2026-01-01T00:00:00Z'))).toBe(true);
      return box;
    },
    forgotten: async () => {
      await keys.forget(new Date('2026-01-01T00:00:00Z'));
      return box;
    },
  };
});

describe('SealedBox', () => {
  it('writes version, key and the parts of AES-256-GCM, as other programs read them', () => {
    const key = freshKey();
    const sealed = withKeys({ newest: key, older: [] }).seal('a horse', 'ldap.bind_password');
    const [version, id, body = ''] = sealed.split('.');
    expect([version, id]).toEqual(['v1', key.id]);
    const bytes = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from('ldap.bind_password'));
    decipher.setAuthTag(bytes.subarray(-16));
    expect(decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')).toBe('a horse');
  });

  it('shows no key when it is printed', () => {
    const key = randomBytes(32);
    const box = withKeys({ newest: sealingKey(key.toString('base64')), older: [] });
    const shown = inspect(box, { depth: 10, showHidden: true }) + JSON.stringify(box);
    expect(shown).not.toContain(key.toString('base64').slice(0, 20));
  });

  it('names a key without disclosing it', () => {
    const key = randomBytes(32);
    expect(key.toString('hex')).not.toContain(sealingKey(key.toString('base64')).id);
  });
});

describe('isSealingKey', () => {
  it.each([
    ['31 bytes', Buffer.alloc(31).toString('base64')],
    ['33 bytes', Buffer.alloc(33).toString('base64')],
    ['hexadecimal digits', Buffer.alloc(32).toString('hex')],
    ['base64url', Buffer.alloc(32, 0xff).toString('base64url')],
    ['no padding', Buffer.alloc(32).toString('base64').slice(0, -1)],
    ['unused bits', `${Buffer.alloc(32).toString('base64').slice(0, -2)}B=`],
    ['a line break', `${Buffer.alloc(32).toString('base64')}\n`],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(isSealingKey(text)).toBe(false);
    expect(() => sealingKey(text)).toThrow('32 bytes in base64');
  });

  it('takes 32 bytes in base64', () => expect(isSealingKey(randomBytes(32).toString('base64'))).toBe(true));
});
