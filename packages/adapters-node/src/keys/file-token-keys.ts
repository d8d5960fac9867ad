import { type KeyRotation, type RingEntry, type TokenKeys, tokenKeyFixed } from '@backroom/core/identity';
import { changePrivateFile } from '../private-file.ts';
import { type RotatedKeys, type RotationTimes, rotated, type StoredKey, storedSecret } from './key-rotation.ts';
import { fixedRing, LiveRing, type RingSource } from './live-ring.ts';
import { loadOrCreateSecrets, secretsPath, withChanges } from './secrets-file.ts';
import { type KeyRing, ringFromEntries, ringFromFile, ringFromSecret, ringFromText } from './token-keys.ts';

/** Called when the file has changed and is invalid. */
type OnFailure = (cause: unknown) => void;
/** Rotates the keys in the text of a file. */
type Rotate = (text: string, times: RotationTimes) => RotatedKeys & { readonly text: string };

/** A key ring in a file; running processes reload it when it changes. */
export class FileTokenKeys implements TokenKeys {
  /** The keys for signing and verification. */
  readonly ring: RingSource;
  readonly #path: string;
  readonly #rotate: Rotate;

  private constructor(path: string, ring: RingSource, rotate: Rotate) {
    this.#path = path;
    this.ring = ring;
    this.#rotate = rotate;
  }

  /**
   * Opens a file that `ringFromFile` describes.
   * @throws Error that names file and member
   */
  static async inKeysFile(path: string, onFailure: OnFailure): Promise<FileTokenKeys> {
    const ring = await LiveRing.open({ path, read: () => ringFromFile(path), onFailure });
    return new FileTokenKeys(path, ring, (text, times) => {
      ringFromText(text, path);
      const document = JSON.parse(text) as { readonly keys: readonly StoredKey[] };
      const done = rotated(document.keys, times);
      return { ...done, text: `${JSON.stringify({ ...document, keys: done.keys }, undefined, 2)}\n` };
    });
  }

  /**
   * Opens the ring in the `secrets.json` of a data folder; before the first rotation it consists of `jwtSecret`.
   * @throws Error as `loadOrCreateSecrets`
   */
  static async inDataFolder(folder: string, onFailure: OnFailure): Promise<FileTokenKeys> {
    const path = secretsPath(folder);
    const ring = await LiveRing.open({ path, read: () => ringInFolder(folder), onFailure });
    return new FileTokenKeys(path, ring, (text, times) => rotatedSecrets(text, path, times));
  }

  async list(): Promise<readonly RingEntry[]> {
    return entriesOf(await this.ring.latest());
  }

  async rotate(now: Date, forgetBefore: Date): Promise<KeyRotation> {
    let rotation: KeyRotation | undefined;
    await changePrivateFile(this.#path, (before) => {
      const { text, ...done } = this.#rotate(before, { now, forgetBefore });
      rotation = done.rotation;
      return text;
    });
    await this.ring.latest();
    if (rotation === undefined) throw new TypeError('A change always makes a text.');
    return rotation;
  }
}

/** A ring of one secret from the environment, which cannot be rotated by a command. */
export class FixedTokenKeys implements TokenKeys {
  readonly ring: RingSource;

  constructor(secret: string) {
    this.ring = fixedRing(ringFromSecret(secret));
  }

  async list(): Promise<readonly RingEntry[]> {
    return entriesOf(await this.ring.current());
  }

  async rotate(): Promise<never> {
    throw tokenKeyFixed();
  }
}

async function ringInFolder(folder: string): Promise<KeyRing> {
  const { jwtSecret, tokenKeys } = await loadOrCreateSecrets(folder);
  return tokenKeys === undefined
    ? ringFromSecret(jwtSecret)
    : ringFromEntries(tokenKeys, { file: secretsPath(folder), list: 'tokenKeys' });
}

function rotatedSecrets(text: string, path: string, times: RotationTimes): RotatedKeys & { readonly text: string } {
  let done: RotatedKeys | undefined;
  const changed = withChanges(text, path, ({ jwtSecret, tokenKeys = [storedSecret(jwtSecret)] }) => {
    ringFromEntries(tokenKeys, { file: path, list: 'tokenKeys' });
    done = rotated(tokenKeys, times);
    const fresh = done.keys.at(-1);
    return {
      tokenKeys: done.keys,
      // Read by older versions of the program.
      ...(fresh?.alg === 'HS256' && { jwtSecret: Buffer.from(String(fresh.key), 'base64url').toString('utf8') }),
    };
  });
  if (done === undefined) throw new TypeError('A change always makes keys.');
  return { ...done, text: changed };
}

const entriesOf = (ring: KeyRing): readonly RingEntry[] =>
  [...ring.keys.values()].map(({ kid, alg, state, retiredAt }) => ({
    kid,
    alg,
    state,
    ...(retiredAt && { retiredAt }),
  }));
