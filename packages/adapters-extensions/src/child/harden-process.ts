import { syncBuiltinESMExports } from 'node:module';

/**
 * Takes from the process what reaches other processes and is not covered by the permission model: signals. This stops
 * mistakes; it is no barrier to an author who intends harm.
 */
export function hardenProcess(): void {
  const refuse = (name: string) => () => {
    throw new Error(`process.${name} is not available to extensions.`);
  };
  for (const name of ['kill', '_kill', 'binding', '_linkedBinding', 'dlopen', '_debugProcess', '_debugEnd', 'setuid']) {
    Object.defineProperty(process, name, { value: refuse(name), configurable: false, writable: false });
  }
  syncBuiltinESMExports();
}
