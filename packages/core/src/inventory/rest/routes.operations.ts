import type { InputOf } from '../../interface/input.ts';
import type { Unread } from '../../interface/inventory/reader.ts';
import { type Route, route, section } from '../../interface/route.ts';
import {
  choice,
  dateTime,
  id,
  idOrStart,
  listOf,
  objectOf,
  paging,
  pathId,
  sortBy,
  text,
} from '../../interface/schema.ts';
import type { Page } from '../../kernel/page.ts';
import { openRefusals } from '../../kernel/refusals.ts';
import {
  listOperations,
  type Operation,
  type Recorded,
  readOperation,
  recordOperation,
  recordOperations,
  reverseOperation,
  reverseOperationGroup,
  summariseOperations,
} from '../index.ts';
import { operationSortFields } from '../ports.ts';
import { BATCH_LIMIT, type RecordOperationsInput } from '../use-cases/record-operation.ts';
import { operationFilterParams, whatMoved } from './filters.ts';
import { managedOperationFields, operationFields, operationRequest } from './params.ts';
import { presentOperation, presentSummaryRow } from './presenters.ts';
import { operationShape, summaryRowShape } from './shapes.ts';

/** Parameters of all lists of operations. */
export const operationListParams = {
  ...paging,
  before_id: id({ description: 'Only entries before this one; how the next part is addressed.' }),
  after_id: idOrStart({ description: 'Only entries after this one.' }),
  ...operationFilterParams,
  sort: sortBy(operationSortFields),
} as const;

/** Cursor of the next page in ledger order: deep pages cost no more than the first. */
export function nextOperations(
  { entries }: Page<Operation>,
  given: {
    readonly perPage: number;
    readonly sort?: readonly { readonly field: string; readonly descending: boolean }[];
  },
): Readonly<Record<string, string>> | undefined {
  const [key, ...more] = given.sort ?? [{ field: 'id', descending: true }];
  const last = entries.at(-1);
  if (key?.field !== 'id' || more.length > 0 || !last || entries.length < given.perPage) return undefined;
  return key.descending ? { before_id: String(last.id) } : { after_id: String(last.id) };
}

interface SentBatch extends Partial<Unread> {
  readonly operations: readonly InputOf<typeof operationFields>[];
  readonly note?: string | null;
}

/** Readable lines of the batch, together with the errors of the others. */
function batchInput({ operations, note, unread }: SentBatch): RecordOperationsInput {
  const refusals = openRefusals('operations');
  refusals.add(unread?.refusals ?? []);
  const lines = operations.flatMap((line, index) => {
    const place = unread?.places[index] ?? index;
    const request = refusals.line(place, () => operationRequest(line));
    return request ? [{ place, request }] : [];
  });
  return {
    operations: lines.map(({ request }) => request),
    ...(note !== undefined && { note }),
    ...(refusals.found.length > 0 && {
      unread: { refusals: refusals.found, places: lines.map(({ place }) => place) },
    }),
  };
}

const path = ({ operations }: Recorded) => `/operations/${operations[0]?.id}`;
const replayed = (recorded: Recorded) => recorded.replayed;
const explanation = {
  reason: operationFields.reason,
  note: operationFields.note,
} as const;

export const operationRoutes: readonly Route[] = section(
  'Operations',
  route({
    methods: ['GET'],
    path: '/operations',
    summary: 'List operations, the newest first.',
    params: { ...operationListParams, ...whatMoved },
    useCase: listOperations,
    present: presentOperation,
    next: nextOperations,
    returns: listOf(operationShape),
  }),
  route({
    methods: ['POST'],
    path: '/operations',
    summary: 'Record a movement of stock in your name.',
    status: 201,
    params: operationFields,
    ignores: managedOperationFields,
    useCase: recordOperation,
    input: operationRequest,
    present: ({ operations }, call) => operations.map((operation) => presentOperation(operation, call))[0],
    location: path,
    replayed,
    returns: operationShape,
  }),
  route({
    methods: ['POST'],
    path: '/operations/batch',
    summary: 'Record up to 100 movements, all or none; later lines see the effect of earlier ones.',
    status: 201,
    params: {
      operations: listOf(objectOf(operationFields, { ignores: managedOperationFields }), {
        required: true,
        maxItems: BATCH_LIMIT,
      }),
      note: { ...operationFields.note, description: 'For lines without a note of their own.' },
    },
    lines: 'operations',
    useCase: recordOperations,
    input: batchInput,
    present: ({ operations }, call) => operations.map((operation) => presentOperation(operation, call)),
    replayed,
    returns: listOf(operationShape),
  }),
  route({
    methods: ['GET'],
    path: '/operations/summary',
    summary: 'Sum up what moved, by interval, type and item or category.',
    params: {
      from: dateTime({ description: '30 days before the end unless given.' }),
      to: dateTime({ description: 'Exclusive; now unless given.' }),
      interval: choice(['day', 'week', 'month'], { default: 'day', description: 'In UTC; weeks begin on Monday.' }),
      group_by: choice(['none', 'item', 'category'], { default: 'none' }),
    },
    useCase: summariseOperations,
    input: ({ groupBy, ...given }) => ({ ...given, by: groupBy }),
    present: (rows) => rows.map(presentSummaryRow),
    returns: listOf(summaryRowShape),
  }),
  route({
    methods: ['GET'],
    path: '/operations/{id}',
    summary: 'Read one operation.',
    params: { id: pathId },
    useCase: readOperation,
    present: presentOperation,
    etag: (operation) => `${operation.id}.${operation.reversedById ?? 0}`,
    returns: operationShape,
  }),
  route({
    methods: ['POST'],
    path: '/operations/{id}/reverse',
    summary: 'Take an operation back.',
    status: 201,
    params: { id: pathId, ...explanation },
    useCase: reverseOperation,
    present: ({ operations }, call) => operations.map((operation) => presentOperation(operation, call))[0],
    location: path,
    replayed,
    returns: operationShape,
  }),
  route({
    methods: ['POST'],
    path: '/operations/groups/{group_id}/reverse',
    summary: 'Take all lines of a batch back, or none.',
    status: 201,
    params: {
      group_id: text({
        required: true,
        format: 'uuid',
        pattern: '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}',
      }),
      ...explanation,
    },
    useCase: reverseOperationGroup,
    present: ({ operations }, call) => operations.map((operation) => presentOperation(operation, call)),
    replayed,
    returns: listOf(operationShape),
  }),
);
