// Records of completed steps: files with the fingerprint of their inputs.

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** A fingerprint of these texts. */
export const digest = (...parts) => createHash('sha256').update(parts.join('\0')).digest('hex');

/** The content of a file; empty if it cannot be read. */
export function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Writes a file atomically. */
export function writeRecord(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, text);
  fs.renameSync(draft, file);
}

/** All files below a folder; none if it does not exist. */
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
