// Paths and messages shared by the bootstrap modules.

import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** The folder of fetched tools and build records, which git ignores. */
export const toolFolder = path.join(root, '.toolchain');

/** The platform of installed binaries. */
export const platform = `${process.platform}-${process.arch}`;

/** An expected error, reported without a stack. */
export class Failure extends Error {}

/** Prints to the error output: the standard output belongs to the command. */
export const say = (text) => process.stderr.write(`${text}\n`);
