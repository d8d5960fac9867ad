// Records of finished work: a small file that holds the fingerprint of what the work was made from.

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** One fingerprint of all of these texts. */
export const digest = (...parts) => createHash('sha256').update(parts.join('\0')).digest('hex');

/** What the file holds; nothing if it cannot be read. */
export function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Writes the file at once or not at all. */
export function writeRecord(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, text);
  fs.renameSync(draft, file);
}

/** Every file below the folder; none if there is no such folder. */
export function listFiles(folder) {
  let entries;
  try {
    entries = fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const full = path.join(folder, entry.name);
    return entry.isDirectory() ? listFiles(full) : [full];
  });
}
