import { type KeyRotation, type RingEntry, type TokenKeys, tokenKeyFixed } from '@backroom/core';
import { type RotatedKeys, type RotationTimes, rotated, type StoredKey, storedSecret } from './key-rotation.ts';
import { fixedRing, LiveRing, type RingSource } from './live-ring.ts';
import { changePrivateFile } from './private-file.ts';
import { loadOrCreateSecrets, secretsPath, withChanges } from './secrets-file.ts';
import { type KeyRing, ringFromEntries, ringFromFile, ringFromSecret, ringFromText } from './token-keys.ts';

/** What hears of a file that changed and cannot be used. */
type Hear = (cause: unknown) => void;
/** Makes the text of a file with a fresh key of the text that was. */
type Edit = (text: string, times: RotationTimes) => RotatedKeys & { readonly text: string };

/** The ring in a file: every process that uses the file takes a change without being started again. */
export class FileTokenKeys implements TokenKeys {
  /** The keys as those who sign need them. */
  readonly ring: RingSource;
  readonly #path: string;
  readonly #edit: Edit;

  private constructor(path: string, ring: RingSource, edit: Edit) {
    this.#path = path;
    this.ring = ring;
    this.#edit = edit;
  }

  /**
   * Opens a file that `ringFromFile` describes.
   * @throws Error that names file and member
   */
  static async inKeysFile(path: string, onFailure: Hear): Promise<FileTokenKeys> {
    const ring = await LiveRing.open({ path, read: () => ringFromFile(path), onFailure });
    return new FileTokenKeys(path, ring, (text, times) => {
      ringFromText(text, path);
      const document = JSON.parse(text) as { readonly keys: readonly StoredKey[] };
      const done = rotated(document.keys, times);
      return { ...done, text: `${JSON.stringify({ ...document, keys: done.keys }, undefined, 2)}\n` };
    });
  }

  /**
   * Opens the ring in the `secrets.json` of a data folder: its one secret, until keys are rotated for the first time.
   * @throws Error as `loadOrCreateSecrets`
   */
  static async inDataFolder(folder: string, onFailure: Hear): Promise<FileTokenKeys> {
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
      const { text, ...done } = this.#edit(before, { now, forgetBefore });
      rotation = done.rotation;
      return text;
    });
    await this.ring.latest();
    if (rotation === undefined) throw new TypeError('A change always makes a text.');
    return rotation;
  }
}

/** A ring that no command can change, because the environment gives it. */
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
      // For programs of an older version, which know this member only.
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
