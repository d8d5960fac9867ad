import { idIn } from '../../../kernel/identifier.ts';
import { camel } from '../../../kernel/names.ts';
import { type ExpectedTags, tagOf } from '../../../kernel/records/entity-tag.ts';
import { demandRecord, someMembersOf } from '../../../kernel/records/read-record.ts';
import type { StatusTotals } from '../../../kernel/records/status-totals.ts';
import type { SchemaOf } from '../../../kernel/records/values.ts';
import { writeRecord } from '../../../kernel/records/write-record.ts';
import type { Schema, Schemas } from '../../../kernel/schema.ts';
import type { UseCase } from '../../../kernel/use-case.ts';
import type { Ports } from '../../../ports.ts';
import { variablesOf } from '../../address.ts';
import { CREATED } from '../../status.ts';
import type { LinkContext } from '../link-context.ts';
import { type ShopRoute, shopRoute } from '../route.ts';
import { recordId } from './identifier.ts';
import { countParams, filterIn, listIn, listParams } from './lists.ts';
import { paramsOf, recordIn, shapeOf } from './params.ts';

type RecordMembers = Readonly<Record<string, unknown>>;
type Work<O> = UseCase<Ports, never, O>;

/** Publication of one kind of records; its routes are derived from this. */
export interface PublishedRecords<Entity> {
  /** `/shop/v3/orders/{order_id}/refunds`; a variable in braces is the id of the parent record. */
  readonly path: string;
  /** Singular for summaries: `a refund`. */
  readonly one: string;
  /** Plural for summaries: `the refunds of an order`. */
  readonly many: string;
  readonly record: SchemaOf<Entity>;
  /** Completes members as the use cases do before they read them; nothing by default. */
  readonly complete?: (record: RecordMembers) => RecordMembers;
  /** RecordMembers with defaults for new records. */
  readonly standIns: readonly string[];
  /** RecordMembers that the system sets: published, and no parameters. */
  readonly managed?: readonly string[];
  /** Path of the public page of a record; its member `permalink` is the address unless the record has one of its own. */
  readonly permalink?: (entity: Entity) => string;
  readonly statuses?: readonly string[];
  /** Filters of the list beside those of all kinds, each a member of its filter. */
  readonly filters?: Schemas;
  readonly list: Work<unknown>;
  /** Counts the records of the list by status; absent if that is not published. */
  readonly count?: Work<StatusTotals>;
  readonly create: Work<Entity>;
  readonly read: Work<unknown>;
  /** Absent if records are immutable. */
  readonly update?: Work<Entity>;
  readonly remove: Work<unknown>;
  /** Whether deletion moves records to a bin first. */
  readonly hasBin: boolean;
  /** Extracts the record from the output of `read`. */
  readonly readFrom?: (output: never) => Entity;
}

const number = '[\\d]+';

/** Derives the routes of a kind of records: list, totals, create, read, update and delete. */
export function recordRoutes<Entity extends { readonly id: number }>(
  kind: PublishedRecords<Entity>,
): readonly ShopRoute[] {
  const place = placeOf(kind);
  const update = kind.update ? [updateRoute(kind, place, kind.update)] : [];
  const count = kind.count ? [countRoute(kind, place, kind.count)] : [];
  return [
    listRoute(kind, place),
    ...count,
    createRoute(kind, place),
    readRoute(kind, place),
    ...update,
    removeRoute(kind, place),
  ];
}

interface Place {
  readonly single: string;
  readonly ofAll: Readonly<Record<string, string>>;
  readonly ofOne: Readonly<Record<string, string>>;
  /** Ids from the address by the use case's names. */
  numbersIn(given: RecordMembers): Readonly<Record<string, number>>;
  addressOf(entity: object): string;
}

function placeOf({ path }: Pick<PublishedRecords<never>, 'path'>): Place {
  const single = `${path}/{id}`;
  const ofAll = Object.fromEntries(variablesOf(path).map((name) => [name, number]));
  const ofOne = { ...ofAll, id: number };
  return {
    single,
    ofAll,
    ofOne,
    numbersIn: (given) =>
      Object.fromEntries(
        variablesOf(single)
          .map(camel)
          .flatMap((name) => (typeof given[name] === 'string' ? [[name, idIn(given[name])] as const] : [])),
      ),
    addressOf: (entity) =>
      single.replace(/\{(\w+)\}/g, (_, name: string) => String((entity as RecordMembers)[camel(name)])),
  };
}

/** Inputs are assembled by name, so the types of all kinds are erased here. */
const asked = (useCase: Work<unknown>) => useCase as unknown as UseCase<Ports, RecordMembers, object>;

/** The published form of a record, with the address of its public page. */
const written =
  <E>({ record, permalink }: Pick<PublishedRecords<E>, 'record' | 'permalink'>) =>
  (entity: object, { around }: { readonly around: LinkContext }): unknown => {
    const members = writeRecord(record, entity as E);
    return permalink
      ? { ...members, permalink: members.permalink ?? `${around.baseUrl}${permalink(entity as E)}` }
      : members;
  };

/** Without an address that `written` made, so that a record which is sent back as it was read does not store it. */
const withoutOwn = (record: RecordMembers, { baseUrl }: LinkContext, isMade: boolean): RecordMembers =>
  isMade && typeof record.permalink === 'string' && record.permalink.startsWith(`${baseUrl}/`)
    ? { ...record, permalink: null }
    : record;

/** Refuses members that the record cannot have, so that a batch finds them before it runs anything. */
function memberCheck<E>({ record, complete }: PublishedRecords<E>, params: Schemas) {
  const members = someMembersOf(record);
  return (given: RecordMembers): void => {
    const sent = recordIn(params, given);
    demandRecord(members, complete ? complete(sent) : sent);
  };
}

/** The entity tag of a record, which its reading and its changes answer. */
const tagged =
  <E>({ record }: Pick<PublishedRecords<E>, 'record'>) =>
  (entity: object): string =>
    tagOf(record, entity as E);

/** The precondition of a change, if the request has one. */
const conditionIn = ({ expectedTags }: RecordMembers) =>
  expectedTags === undefined ? {} : { expectedTags: expectedTags as ExpectedTags };

const listRoute = <E>(kind: PublishedRecords<E>, place: Place): ShopRoute => {
  const { path, many, list, record, statuses, filters } = kind;
  return shopRoute({
    methods: ['GET'],
    path,
    variables: place.ofAll,
    params: listParams(statuses, filters),
    summary: `List ${many}.`,
    useCase: asked(list),
    input: (given: RecordMembers) => ({ ...listIn(given, filters), ...place.numbersIn(given) }),
    present: written(kind),
    returns: { type: 'array', items: shapeOf(record) },
  });
};

const total: Schema = { type: 'integer', minimum: 0 };

const countRoute = <E>(
  { path, many, statuses = [], filters }: PublishedRecords<E>,
  place: Place,
  count: Work<StatusTotals>,
): ShopRoute =>
  shopRoute({
    methods: ['GET'],
    path: `${path}/totals`,
    variables: place.ofAll,
    params: countParams(filters),
    summary: `Count ${many} by status.`,
    useCase: asked(count),
    input: (given: RecordMembers) => ({ filter: filterIn(given, filters), ...place.numbersIn(given) }),
    present: (totals: object) => totals,
    returns: {
      type: 'object',
      properties: {
        total: { ...total, description: 'How many the list has when no status is asked for.' },
        statuses: {
          type: 'array',
          description: 'Every status, also those without records.',
          items: { type: 'object', properties: { status: { type: 'string', enum: statuses }, total } },
        },
      },
    },
  });

const id: Schema = {
  ...recordId,
  type: ['integer', 'null'],
  description: 'A number of your own, when it is free.',
};

function createRoute<E extends object>(kind: PublishedRecords<E>, place: Place): ShopRoute {
  const { path, one, create, record, standIns, managed = [] } = kind;
  const fixed = [...variablesOf(path), ...managed, 'id'];
  const params: Schemas = { id, ...paramsOf(record, { fixed, standIns }) };
  return shopRoute({
    methods: ['POST'],
    path,
    variables: place.ofAll,
    params,
    summary: `Make ${one}.`,
    batch: true,
    status: CREATED,
    check: memberCheck(kind, params),
    useCase: asked(create),
    input: (given: RecordMembers, around) => ({
      record: withoutOwn(recordIn(params, given), around, kind.permalink !== undefined),
      ...place.numbersIn(given),
    }),
    present: written(kind),
    etag: tagged(kind),
    location: place.addressOf,
    returns: shapeOf(record),
  });
}

const readRoute = <E extends object>(kind: PublishedRecords<E>, place: Place): ShopRoute => {
  const { one, read, record, readFrom } = kind;
  const recordIn = (output: object) => (readFrom ? (readFrom(output as never) as object) : output);
  return shopRoute({
    methods: ['GET'],
    path: place.single,
    variables: place.ofOne,
    params: {},
    summary: `Read ${one}.`,
    useCase: asked(read),
    input: (given: RecordMembers) => place.numbersIn(given),
    present: (output: object, call) => written(kind)(recordIn(output), call),
    etag: (output: object) => tagged(kind)(recordIn(output)),
    returns: shapeOf(record),
  });
};

function updateRoute<E>(kind: PublishedRecords<E>, place: Place, update: Work<E>): ShopRoute {
  const { path, one, record, managed = [] } = kind;
  const params = paramsOf(record, { fixed: [...variablesOf(path), ...managed, 'id'], standIns: 'all' });
  return shopRoute({
    methods: ['PUT', 'PATCH'],
    path: place.single,
    variables: place.ofOne,
    params,
    summary: `Change members of ${one}; the others stay as they are.`,
    batch: true,
    versioned: true,
    check: memberCheck(kind, params),
    useCase: asked(update),
    input: (given: RecordMembers, around) => ({
      ...conditionIn(given),
      record: withoutOwn(recordIn(params, given), around, kind.permalink !== undefined),
      ...place.numbersIn(given),
    }),
    present: written(kind),
    etag: tagged(kind),
    returns: shapeOf(record),
  });
}

const force = (hasBin: boolean): Schema => ({
  type: 'boolean',
  default: false,
  description: hasBin
    ? 'Removes it for good; otherwise it gets the status trash.'
    : 'Without effect: there is no bin for these, they are removed for good.',
});

const removeRoute = <E>(kind: PublishedRecords<E>, place: Place): ShopRoute => {
  const { one, remove, record, hasBin } = kind;
  return shopRoute({
    methods: ['DELETE'],
    path: place.single,
    variables: place.ofOne,
    params: { force: force(hasBin) },
    summary: hasBin ? `Put ${one} into the bin, or remove it.` : `Remove ${one}.`,
    batch: true,
    versioned: true,
    useCase: asked(remove),
    input: (given: RecordMembers) => ({
      ...conditionIn(given),
      ...place.numbersIn(given),
      ...(hasBin && { force: given.force === true }),
    }),
    present: written(kind),
    returns: shapeOf(record),
  });
};
