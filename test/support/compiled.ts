import { fileURLToPath } from 'node:url';

/**
 * For the environment of programs that are started again and again: Node keeps what it compiled for the next start, as
 * it does for `npm start`.
 */
export const keepsCompiled = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
} as const;
