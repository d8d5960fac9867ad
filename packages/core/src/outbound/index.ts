/** Requests to servers outside of the installation. */

export {
  type AttemptPorts,
  type DocumentAttempt,
  type DocumentKind,
  type DocumentPlace,
  type DocumentRules,
  noDocumentSource,
} from './documents/document-kind.ts';
export { isCopyUsed, loadDocument } from './documents/load-document.ts';
export {
  addressSchema,
  faultOf,
  lineSchema,
  needed,
  proseSchema,
  slugSchema,
} from './documents/member-schemas.ts';
export { type DocumentForm, type DocumentRefusal, readJson, refusalOf } from './documents/read-json.ts';
export {
  attemptDocument,
  recordAttempt,
  refreshDocument,
  refreshDocumentWhenDue,
} from './documents/refresh-document.ts';
export { outboundFailed, outboundRefused } from './errors.ts';
export type {
  DocumentCopyStore,
  DocumentSource,
  DocumentState,
  DownloadSink,
  FetchedDocument,
  OutboundAnswer,
  OutboundClient,
  OutboundDownload,
  OutboundFile,
  OutboundLimits,
  OutboundMethod,
  OutboundPorts,
  OutboundRequest,
} from './ports.ts';
export { outboundPorts } from './ports.ts';
