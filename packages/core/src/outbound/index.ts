/** Requests to servers outside of the installation. */

export { outboundFailed, outboundRefused } from './errors.ts';
export type {
  OutboundAnswer,
  OutboundClient,
  OutboundLimits,
  OutboundMethod,
  OutboundPorts,
  OutboundRequest,
} from './ports.ts';
