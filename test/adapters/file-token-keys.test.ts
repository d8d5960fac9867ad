import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  FileTokenKeys,
  FixedTokenKeys,
  JoseTokenSigner,
  loadOrCreateSecrets,
  ringFromSecret,
} from '@backroom/adapters-node';
import { expectations, someClaims, tokenKeysContract } from '@backroom/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshKeys, freshSecret, jwk, type KeyEntry, pem } from '../support/token-rings.ts';

const posix = process.platform !== 'win32';
const noon = new Date('2026-10-05T12:00:00Z');
const never = new Date(0);

let folder: string;
let failures: unknown[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ring-'));
  failures = [];
});
afterEach(() => rm(folder, { recursive: true }));

const hear = (cause: unknown) => void failures.push(cause);
const withSigner = (keys: FileTokenKeys) => ({ keys, signer: new JoseTokenSigner(keys.ring) });
const path = () => join(folder, 'keys.json');
const write = (keys: readonly KeyEntry[], more: object = {}) => writeFile(path(), JSON.stringify({ ...more, keys }));
const read = async () => JSON.parse(await readFile(path(), 'utf8')) as { readonly keys: readonly KeyEntry[] };
const open = () => FileTokenKeys.inKeysFile(path(), hear);

const kinds: Readonly<Record<string, () => KeyEntry>> = {
  HS256: () => ({ kid: 'first', alg: 'HS256', state: 'sign', key: freshSecret() }),
  EdDSA: () => ({ kid: 'first', alg: 'EdDSA', state: 'sign', key: jwk(freshKeys.EdDSA().privateKey) }),
  ES256: () => ({ kid: 'first', alg: 'ES256', state: 'sign', key: pem(freshKeys.ES256().privateKey) }),
};

for (const [kind, entry] of Object.entries(kinds)) {
  tokenKeysContract(`a file with ${kind}`, async () => {
    await write([entry()]);
    return { ...withSigner(await open()), others: withSigner(await open()) };
  });
}

tokenKeysContract('the secrets of a data folder', async () => ({
  ...withSigner(await FileTokenKeys.inDataFolder(folder, hear)),
  others: withSigner(await FileTokenKeys.inDataFolder(folder, hear)),
}));

describe('A ring in a file', () => {
  it('makes an RSA key after an RSA key', async () => {
    await write([{ kid: 'first', alg: 'RS256', state: 'sign', key: pem(freshKeys.RS256().privateKey) }]);
    const keys = await open();
    expect((await keys.rotate(noon, never)).added.alg).toBe('RS256');
  });

  it.each(['EdDSA', 'ES256'])('keeps only the public half of a retired %s key', async (kind) => {
    await write([kinds[kind]?.() as KeyEntry]);
    await (await open()).rotate(noon, never);
    expect((await read()).keys[0]?.key).not.toHaveProperty('d');
  });

  it('leaves keys and members that others put there', async () => {
    const foreign: KeyEntry = { kid: 'by-hand', alg: 'HS256', state: 'verify', key: freshSecret() };
    await write([foreign, kinds.HS256?.() as KeyEntry], { comment: 'ours' });
    await (await open()).rotate(noon, new Date(noon.getTime() - 1));
    expect(await read()).toMatchObject({ comment: 'ours', keys: [foreign, { kid: 'first' }, { state: 'sign' }] });
  });

  it.runIf(posix).each([
    [0o600, 0o600],
    [0o644, 0o640],
    [0o640, 0o640],
    [0o666, 0o640],
  ])('turns mode %o into mode %o: readable by its owner only', async (before, after) => {
    await write([kinds.HS256?.() as KeyEntry]);
    await chmod(path(), before);
    await (await open()).rotate(noon, never);
    expect((await stat(path())).mode & 0o777).toBe(after);
  });

  it('leaves nothing else behind', async () => {
    await write([kinds.HS256?.() as KeyEntry]);
    const keys = await open();
    await Promise.all([keys.rotate(noon, never), keys.rotate(noon, never)]);
    expect(await readdir(folder)).toEqual(['keys.json']);
  });

  it('completes what a killed process had begun', async () => {
    await write([kinds.HS256?.() as KeyEntry]);
    const keys = await open();
    // What the one before had written and not yet put in place.
    const { createHash } = await import('node:crypto');
    const digest = createHash('sha256')
      .update(await readFile(path(), 'utf8'))
      .digest('hex')
      .slice(0, 16);
    const begun = { keys: [...(await read()).keys, { kid: 'begun', alg: 'HS256', state: 'sign', key: freshSecret() }] };
    await writeFile(join(folder, `.keys.json.${digest}`), JSON.stringify(begun));
    const { added } = await keys.rotate(noon, never);
    expect((await read()).keys.map(({ kid }) => kid)).toEqual(['first', 'begun', added.kid]);
    expect(await readdir(folder)).toEqual(['keys.json']);
  });

  it('stays in use when the file cannot be used, and reports it once', async () => {
    await write([kinds.HS256?.() as KeyEntry]);
    const { keys, signer } = withSigner(await open());
    const token = await signer.sign(someClaims());
    await writeFile(path(), '{ "keys": [');
    await signer.sign(someClaims());
    await signer.sign(someClaims());
    expect([await signer.verify(token, expectations()), failures.map(String)]).toEqual([
      { claims: someClaims() },
      [`Error: ${path()}: it is not JSON.`],
    ]);
    await expect(keys.rotate(noon, never)).rejects.toThrow('it is not JSON');
    expect(await readFile(path(), 'utf8')).toBe('{ "keys": [');
  });

  it('is taken from a file that was repaired', async () => {
    const first = kinds.HS256?.() as KeyEntry;
    await write([first]);
    const { keys } = withSigner(await open());
    await rm(path());
    expect(await keys.list()).toHaveLength(1);
    await write([first, { ...(kinds.HS256?.() as KeyEntry), kid: 'second' }]);
    expect((await keys.list()).map(({ kid }) => kid)).toEqual(['first', 'second']);
  });

  it('refuses tokens of a key that was removed by hand, within a second', async () => {
    await write([kinds.HS256?.() as KeyEntry]);
    const { signer } = withSigner(await open());
    const token = await signer.sign(someClaims());
    expect(await signer.verify(token, expectations())).toHaveProperty('claims');
    await write([{ ...(kinds.HS256?.() as KeyEntry), kid: 'second' }]);
    await setTimeout(1_100);
    expect(await signer.verify(token, expectations())).toEqual({ fault: 'kid' });
  });
});

describe('The ring of a data folder', () => {
  it('begins with the secret that the folder has', async () => {
    const { jwtSecret } = await loadOrCreateSecrets(folder);
    const keys = await FileTokenKeys.inDataFolder(folder, hear);
    expect((await keys.list()).map(({ kid }) => kid)).toEqual([ringFromSecret(jwtSecret).newest.kid]);
  });

  it('can be read by an older version after a rotation: the secret of that version signs', async () => {
    const keys = await FileTokenKeys.inDataFolder(folder, hear);
    const { added } = await keys.rotate(noon, never);
    const { jwtSecret } = await loadOrCreateSecrets(folder);
    expect(ringFromSecret(jwtSecret).newest.kid).toBe(added.kid);
  });

  it.runIf(posix)('stays for its owner only', async () => {
    await (await FileTokenKeys.inDataFolder(folder, hear)).rotate(noon, never);
    expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['no list', { tokenKeys: 7 }, 'is damaged at "tokenKeys"'],
    ['an entry that is none', { tokenKeys: [{ kid: 'a' }] }, 'tokenKeys[0].alg'],
    ['keys of no known form', { oldSecretsKeys: [{ key: 'sneaky', retiredAt: '' }] }, 'is damaged at "oldSecretsKeys"'],
  ])('is refused with %s, without showing it', async (_, members, fault) => {
    const secrets = await loadOrCreateSecrets(folder);
    await writeFile(join(folder, 'secrets.json'), JSON.stringify({ ...secrets, ...members }));
    const refusal = await FileTokenKeys.inDataFolder(folder, hear).catch(String);
    expect(refusal).toContain(fault);
    expect(refusal).not.toMatch(/sneaky/);
  });
});

describe('FixedTokenKeys', () => {
  it('lists its key, and refuses to change it with the way out', async () => {
    const keys = new FixedTokenKeys(freshSecret());
    expect(await keys.list()).toHaveLength(1);
    await expect(keys.rotate()).rejects.toMatchObject({
      code: 'managed_by_env',
      message: expect.stringContaining('key file'),
    });
  });
});
