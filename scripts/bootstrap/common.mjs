// What every room here needs to know: where the repository lies, and how to speak to whoever runs us.

import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Where fetched tools and records lie; nothing of it belongs into the repository. */
export const toolFolder = path.join(root, '.toolchain');

/** What installed programs depend on. */
export const platform = `${process.platform}-${process.arch}`;

/** Something that went wrong and is told in one sentence, without a stack. */
export class Failure extends Error {}

/** Tells the caller; never on the output proper, which belongs to the command. */
export const say = (text) => process.stderr.write(`${text}\n`);
