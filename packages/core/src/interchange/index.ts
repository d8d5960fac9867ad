/** Import and export of the shop's records as streamed files (JSON lines). */
export { lineOf, type RecordKind, type RecordOf, recordKinds, schemaOf } from './kinds.ts';
export type { ImportPorts } from './ports.ts';
export type { SourceLine } from './read-lines.ts';
export type { LineProblem, RecordsReport } from './report.ts';
export { exportRecords } from './use-cases/export-records.ts';
export { type ImportRecordsInput, importRecords } from './use-cases/import-records.ts';
