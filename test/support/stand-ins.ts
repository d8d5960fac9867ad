import { portNames, type SuppliedPorts } from '@backroom/core';
import { noExtensionRuntime } from '@backroom/core/extensions';

/** These ports, no extensions, and for the others stand-ins whose use fails with the name of the port. */
export const withStandIns = (given: object): SuppliedPorts => ({
  ...(Object.fromEntries(portNames.map((name) => [name, standIn(name)])) as unknown as SuppliedPorts),
  extensionRuntime: noExtensionRuntime,
  ...given,
});

function standIn(name: string): unknown {
  const fail = (): never => {
    throw new Error(`The port ${name} is not part of this test.`);
  };
  return new Proxy(fail, { get: fail, apply: fail });
}
