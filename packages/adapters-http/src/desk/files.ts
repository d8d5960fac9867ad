import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@backroom/core';

/** One file of a build, in every encoding that it was built in. */
export interface DeskFile {
  readonly type: string;
  /** SHA-256 of the plain content: 64 hexadecimal digits. */
  readonly hash: string;
  readonly identity: Buffer;
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

/** A build of the desk: its files by path, in memory. */
export interface DeskBuild {
  /** Identifies the build: a digest of its table of files. */
  readonly id: string;
  readonly files: ReadonlyMap<string, DeskFile>;
}

interface ListedFile {
  readonly path: string;
  readonly type: string;
  readonly hash: string;
  readonly size: number;
  readonly br?: number;
  readonly gzip?: number;
}

/** The page of the desk, which every build has. */
export const INDEX = 'index.html';

const TABLE = 'files.json';
/** Time between two looks at the table (ms). */
const LOOK_INTERVAL = 1_000;
const MOST_FILES = 2_000;
const MOST_BYTES = 64 * 1024 * 1024;
const pathForm = /^[A-Za-z0-9_][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/;
const typeForm = /^[a-z]+\/[a-z0-9.+-]+(?:; charset=utf-8)?$/;
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * The files of the desk, read from its folder into memory. Another build is found by its table `files.json`, which a build writes
 * last. While a build is missing or incomplete, the one before is kept.
 */
export class DeskFiles {
  readonly #folder: string;
  readonly #log: Pick<Log, 'error'> | undefined;
  #build: DeskBuild | undefined;
  #version: string | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(folder: string, log?: Pick<Log, 'error'>) {
    this.#folder = folder;
    this.#log = log;
  }

  /** The build that was read last; undefined while there is none. */
  get build(): DeskBuild | undefined {
    return this.#build;
  }

  /** The present build, at most a second old; undefined while there is none. */
  async current(): Promise<DeskBuild | undefined> {
    if (performance.now() - this.#lookedAt >= LOOK_INTERVAL) {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
      await this.#looking;
    }
    return this.#build;
  }

  async #look(): Promise<void> {
    this.#lookedAt = performance.now();
    const table = join(this.#folder, TABLE);
    const found = await stat(table, { bigint: true }).catch(() => undefined);
    const version = found && `${found.ino}.${found.size}.${found.mtimeNs}`;
    if (version === undefined || version === this.#version) return;
    try {
      this.#build = await readBuild(this.#folder, await readFile(table));
    } catch (cause) {
      this.#log?.error('the files of the desk cannot be used', cause);
    }
    this.#version = version;
  }
}

/** @throws Error that names the file which is not as the table says */
async function readBuild(folder: string, table: Buffer): Promise<DeskBuild> {
  const listed = listedIn(JSON.parse(table.toString('utf8')));
  const files = new Map<string, DeskFile>();
  for (const each of listed) files.set(each.path, await readListed(folder, each));
  if (!files.has(INDEX)) throw new Error(`${TABLE} lists no ${INDEX}.`);
  return { id: hash('sha256', table, 'hex').slice(0, 16), files };
}

async function readListed(folder: string, { path, type, hash: digest, size, ...sizes }: ListedFile): Promise<DeskFile> {
  const identity = await readSized(join(folder, path), size);
  if (hash('sha256', identity, 'hex') !== digest) throw new Error(`${path} is not what ${TABLE} says.`);
  const encoded: { br?: Buffer; gzip?: Buffer } = {};
  for (const [name, ending] of encodings) {
    const encodedSize = sizes[name];
    if (encodedSize !== undefined) encoded[name] = await readSized(join(folder, path + ending), encodedSize);
  }
  return { type, hash: digest, identity, ...encoded };
}

async function readSized(path: string, size: number): Promise<Buffer> {
  const content = await readFile(path);
  if (content.byteLength !== size) throw new Error(`${path} has not the size that ${TABLE} says.`);
  return content;
}

function listedIn(table: unknown): readonly ListedFile[] {
  const { files } = (typeof table === 'object' && table !== null ? table : {}) as { readonly files?: unknown };
  if (!Array.isArray(files) || files.length > MOST_FILES) throw new Error(`${TABLE} has no list of files.`);
  const wrong = files.findIndex((each) => !isListed(each));
  if (wrong >= 0) throw new Error(`${TABLE}: files[${wrong}] is not a file with path, type, hash and sizes.`);
  const listed = files as readonly ListedFile[];
  const bytes = listed.reduce((sum, { size, br = 0, gzip = 0 }) => sum + size + br + gzip, 0);
  if (bytes > MOST_BYTES) throw new Error(`${TABLE} lists more than ${MOST_BYTES} bytes.`);
  return listed;
}

function isListed(value: unknown): value is ListedFile {
  if (typeof value !== 'object' || value === null) return false;
  const { path, type, hash: digest, size, br = 0, gzip = 0 } = value as Readonly<Record<string, unknown>>;
  return (
    matches(path, pathForm) &&
    matches(type, typeForm) &&
    matches(digest, /^[0-9a-f]{64}$/) &&
    [size, br, gzip].every((each) => Number.isSafeInteger(each) && (each as number) >= 0)
  );
}

const matches = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value);
