/** The pairing of two installations: site tokens, signed requests, heartbeats, and errors that the other site confirms. */

export type { ConnectorError, NewConnectorError } from './error-record.ts';
export { connectorEvents } from './events.ts';
export { confirmJob, heartbeatJob, reportJob } from './jobs/jobs.ts';
export { noSiteConnector } from './no-connector.ts';
export {
  CONNECTOR_KEY,
  type Heartbeat,
  type OwnSite,
  type Pairing,
  type PairingState,
  type RemoteSite,
  type SitePaths,
  type Statistics,
  type StatisticValue,
  unpaired,
} from './pairing.ts';
export type {
  ConnectorErrorStore,
  ConnectorNonceStore,
  ConnectorPairingStore,
  ConnectorPorts,
  KeyPair,
  SigningKeys,
  SiteAnswer,
  SiteCall,
  SiteConnector,
  StatisticsProvider,
} from './ports.ts';
export { connectorPorts } from './ports.ts';
export type { SiteRequest } from './protocol/receive.ts';
export { digestOf, type SignedParts, signedHeaders, signedText } from './protocol/signing.ts';
export { acceptRedirect, originOf, returnAddress } from './redirect.ts';
export type { BegunPairing } from './start-pairing.ts';
export {
  type AuthorizationAddress,
  type AuthorizationInput,
  authorizeConnector,
  type ConnectInput,
  readConnectAddress,
} from './use-cases/addresses.ts';
export { type BeginPairingInput, beginPairing } from './use-cases/begin-pairing.ts';
export {
  confirmPairing,
  endPairing,
  type ReceiveHeartbeatInput,
  receiveHeartbeat,
  type SignedInput,
} from './use-cases/confirm-pairing.ts';
export { approvePairing, type DecidePairingInput, rejectPairing } from './use-cases/decide-pairing.ts';
export { forgetConnectorRecords, sendHeartbeatWhenDue } from './use-cases/heartbeats.ts';
export { type ReadStatisticsInput, readSiteStatistics } from './use-cases/read-statistics.ts';
export { type RegisterSiteInput, readOffer, registerSite, type SiteRegistration } from './use-cases/register-site.ts';
export { checkPairing, type PairingReport, showPairing } from './use-cases/show-pairing.ts';
export { type UnpairedSite, unpairSite } from './use-cases/unpair.ts';
export { confirmConnectorError, type ReportedError, verifyConnectorError } from './use-cases/verify-error.ts';
