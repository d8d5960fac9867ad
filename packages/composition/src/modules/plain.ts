import { htmlPorts } from '@backroom/adapters-html';
import { plainNodePorts } from '@backroom/adapters-node';
import { ContainerModule, type ServiceIdentifier } from 'inversify';
import { Port } from '../tokens.ts';

/** The ports whose adapters take no settings and no other ports, as the packages of the adapters declare them. */
export const plain = new ContainerModule(({ bind }) => {
  for (const [name, port] of Object.entries({ ...plainNodePorts(), ...htmlPorts() }))
    bind(Port[name as keyof typeof Port] as ServiceIdentifier<unknown>).toConstantValue(port);
});
