import { appendFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExtensionLogs } from '@backroom/core/extensions';

const ownersFolder = 0o700;
const ownersFile = 0o600;
/** The size (bytes) at which a file is put aside; the one put aside before is removed. */
const FILE_BYTES = 524_288;
/** Maximum characters that wait to be written for one extension. */
const MOST_WAITING = 131_072;
const slugForm = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** Keeps what extensions log in two files each, below one folder that the processes of an installation share. */
export class FolderExtensionLogs implements ExtensionLogs {
  readonly #folder: string;
  readonly #waiting = new Map<string, string>();
  #writing: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  append(slug: string, at: Date, text: string): void {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const stamped = lines.map((line) => `${at.toISOString()} ${line.trimEnd()}\n`).join('');
    const waiting = this.#waiting.get(slug) ?? '';
    if (!slugForm.test(slug) || waiting.length + stamped.length > MOST_WAITING) return;
    this.#waiting.set(slug, waiting + stamped);
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  async tail(slug: string, lines: number): Promise<readonly string[]> {
    if (!slugForm.test(slug)) return [];
    await this.#writing;
    const [before, now] = await Promise.all([this.#read(`${slug}.1.log`), this.#read(`${slug}.log`)]);
    const all = `${before}${now}`.split('\n').slice(0, -1);
    return all.slice(Math.max(0, all.length - lines));
  }

  async remove(slug: string): Promise<void> {
    if (!slugForm.test(slug)) return;
    await this.#writing;
    for (const name of [`${slug}.log`, `${slug}.1.log`]) await rm(join(this.#folder, name), { force: true });
  }

  async #write(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: ownersFolder }).catch(() => undefined);
    while (this.#waiting.size > 0)
      for (const [slug, text] of [...this.#waiting]) {
        this.#waiting.delete(slug);
        await this.#add(slug, text).catch(() => undefined);
      }
  }

  async #add(slug: string, text: string): Promise<void> {
    const path = join(this.#folder, `${slug}.log`);
    await appendFile(path, text, { mode: ownersFile });
    if ((await stat(path)).size > FILE_BYTES) await rename(path, join(this.#folder, `${slug}.1.log`));
  }

  async #read(name: string): Promise<string> {
    return readFile(join(this.#folder, name), 'utf8').catch(() => '');
  }
}
