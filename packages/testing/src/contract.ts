import { describe } from 'vitest';

/** Declares the promises of a port. It returns nothing, so that the declarations do not name types of vitest. */
export function contract(title: string, promises: () => void): void {
  describe(title, promises);
}
