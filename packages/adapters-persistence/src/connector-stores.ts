import type { Database } from './database.ts';
import { MikroConnectorErrors } from './repositories/mikro-connector-errors.ts';
import { MikroConnectorNonces } from './repositories/mikro-connector-nonces.ts';
import { MikroConnectorPairing } from './repositories/mikro-connector-pairing.ts';

/** Stores of the pairing with another installation, by the names of the ports. */
export const connectorStores = (database: Database) => ({
  connectorPairing: new MikroConnectorPairing(database),
  connectorNonces: new MikroConnectorNonces(database),
  connectorErrors: new MikroConnectorErrors(database),
});
