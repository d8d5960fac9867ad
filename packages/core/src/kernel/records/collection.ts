import { type AuditNote, auditChangesOf } from '../audit.ts';
import { codesByKind, type DomainError } from '../errors.ts';
import type { Page, PageRequest } from '../page.ts';
import { type UseCase, type UseCaseDeclaration, useCase } from '../use-case.ts';
import { demandTag, type Preconditioned } from './entity-tag.ts';
import { type ClockOfShop, resolved, type SentFilter, type TimeBounds } from './moments.ts';
import { demandRecord } from './read-record.ts';
import type { SchemaOf } from './values.ts';
import { writeRecord } from './write-record.ts';

/** A record as sent, with members by their names in files. */
export type SentRecord = Readonly<Record<string, unknown>>;

/** A record to be created; a given id is used if it is free. */
export interface CreateInput {
  readonly record: SentRecord;
}

/** Members to be updated; the others remain unchanged. */
export interface ChangeInput extends CreateInput, Preconditioned {
  readonly id: number;
}

/** The id of a record. */
export interface RecordInput {
  readonly id: number;
}

/** A record to be removed. */
export interface RemoveInput extends RecordInput, Preconditioned {}

/** Filter and page of a list. */
export interface ListInput<Filter> {
  readonly filter: SentFilter<Filter>;
  readonly page: PageRequest;
}

/** The same, with bounds resolved to instants. */
export interface ListRequest<Filter> {
  readonly filter: Filter;
  readonly page: PageRequest;
}

/** Storage and rules of one kind of records. */
export interface Keeping<Needs, Entity, Filter> {
  /** Prefix of its actions in the audit log: `coupon`. */
  readonly word: string;
  readonly schema: SchemaOf<Entity>;
  readonly access: UseCase<Needs, unknown, unknown>['access'];
  readonly reading: UseCase<Needs, unknown, unknown>['access'];
  find(ports: Needs, id: number): Promise<Entity | undefined>;
  /**
   * Locks the record, or the id without one, until the surrounding unit of work ends: a change keeps the members that it does
   * not name, and an id is taken once.
   */
  hold(ports: Needs, id: number): Promise<void>;
  nextId(ports: Needs): Promise<number | undefined>;
  /** Defaults of a new record. */
  defaults(ports: Needs): SentRecord;
  /** Completes an entity before it is stored, such as by a unique slug; as it is by default. */
  prepare?(ports: Needs, entity: Entity): Promise<Entity>;
  /** Validates references and stores the entity. */
  save(ports: Needs, entity: Entity, before: Entity | undefined): Promise<void>;
  remove(ports: Needs, entity: Entity): Promise<void>;
  list(ports: Needs, request: ListRequest<Filter>): Promise<Page<Entity>>;
  /** Derives the published entity after it was read, created or changed; as stored by default. */
  shown?(ports: Needs, entity: Entity): Promise<Entity>;
  missing(): DomainError;
  exists(): DomainError;
  /** Further refusals of creating and changing, and of deleting. */
  readonly refusals?: { readonly save?: readonly DomainError[]; readonly remove?: readonly DomainError[] };
}

/** Use cases of one kind of records, and two of their steps for use cases that combine them. */
export interface Collection<Needs, Entity, Filter> {
  readonly create: UseCase<Needs, CreateInput, Entity>;
  readonly change: UseCase<Needs, ChangeInput, Entity>;
  readonly remove: UseCase<Needs, RemoveInput, Entity>;
  readonly read: UseCase<Needs, RecordInput, Entity>;
  readonly list: UseCase<Needs, ListInput<Filter>, Page<Entity>>;
  readonly steps: {
    create(ports: Needs, run: RecordRun<CreateInput>): Promise<Entity>;
    change(ports: Needs, run: RecordRun<ChangeInput>): Promise<Entity>;
    remove(ports: Needs, run: RecordRun<RemoveInput>): Promise<Entity>;
  };
}

/** Creates the use cases of one kind of records from its storage. */
export function collectionOf<
  Needs extends ClockOfShop,
  Entity extends { readonly id: number },
  Filter extends TimeBounds,
>(keeping: Keeping<Needs, Entity, Filter>): Collection<Needs, Entity, Filter> {
  const declared = declarationsOf(keeping);
  const shown = async (ports: Needs, entity: Entity) => (keeping.shown ? keeping.shown(ports, entity) : entity);
  const steps: Collection<Needs, Entity, Filter>['steps'] = {
    create: (ports, run) => create(keeping, ports, run),
    change: (ports, run) => change(keeping, ports, run),
    remove: (ports, run) => remove(keeping, ports, run),
  };
  return {
    create: useCase(declared.create, (ports) => async (_, input, { note }) => {
      return shown(ports, await steps.create(ports, { input, note }));
    }),
    change: useCase(declared.change, (ports) => async (_, input, { note }) => {
      return shown(ports, await steps.change(ports, { input, note }));
    }),
    remove: useCase(
      declared.remove,
      (ports) =>
        (_, input, { note }) =>
          steps.remove(ports, { input, note }),
    ),
    read: useCase(
      declared.read,
      (ports) =>
        async (_, { id }) =>
          shown(ports, await demandEntity(keeping, ports, id)),
    ),
    list: useCase(declared.list, (ports) => async (_, { filter, page }) => {
      return keeping.list(ports, { filter: await resolved(ports, filter), page });
    }),
    steps,
  };
}

function declarationsOf<Needs, Entity, Filter>(keeping: Keeping<Needs, Entity, Filter>) {
  const { word, access, reading, refusals: { save = [], remove: removing = [] } = {} } = keeping;
  const missing = keeping.missing();
  const exists = keeping.exists();
  const writing = (verb: string, ...refusals: readonly DomainError[]): UseCaseDeclaration => ({
    access,
    effect: 'write',
    audit: `${word}.${verb}`,
    refusals: codesByKind(...refusals),
  });
  const looking: UseCaseDeclaration = { access: reading, effect: 'read' };
  return {
    create: writing('create', exists, ...save),
    change: writing('update', missing, exists, ...save),
    remove: writing('delete', missing, ...removing),
    read: { ...looking, refusals: codesByKind(missing) },
    list: looking,
  };
}

/** Input of one run, with the notes for its audit record. */
export interface RecordRun<Input> {
  readonly input: Input;
  readonly note: AuditNote;
}

async function demandEntity<Needs, Entity, Filter>(
  keeping: Keeping<Needs, Entity, Filter>,
  ports: Needs,
  id: number,
): Promise<Entity> {
  const found = await keeping.find(ports, id);
  if (!found) throw keeping.missing();
  return found;
}

/** The record to change or remove, locked before it is read. */
async function demandUnchanged<Needs, Entity, Filter>(
  keeping: Keeping<Needs, Entity, Filter>,
  ports: Needs,
  { id, expectedTags }: RemoveInput,
): Promise<Entity> {
  await keeping.hold(ports, id);
  const stored = await demandEntity(keeping, ports, id);
  if (expectedTags === undefined) return stored;
  demandTag(keeping.schema, keeping.shown ? await keeping.shown(ports, stored) : stored, expectedTags);
  return stored;
}

async function change<Needs, Entity, Filter>(
  keeping: Keeping<Needs, Entity, Filter>,
  ports: Needs,
  { input, note }: RecordRun<ChangeInput>,
): Promise<Entity> {
  const { schema, word } = keeping;
  const { id, record } = input;
  note({ target: { type: word, id } });
  const before = await demandUnchanged(keeping, ports, input);
  const after = await prepared(keeping, ports, demandRecord(schema, overlaid(schema, before, { ...record, id })));
  note({ changes: auditChangesOf(writeRecord(schema, before), writeRecord(schema, after)) });
  await keeping.save(ports, after, before);
  return after;
}

async function remove<Needs, Entity, Filter>(
  keeping: Keeping<Needs, Entity, Filter>,
  ports: Needs,
  { input, note }: RecordRun<RemoveInput>,
): Promise<Entity> {
  note({ target: { type: keeping.word, id: input.id } });
  const before = await demandUnchanged(keeping, ports, input);
  await keeping.remove(ports, before);
  return before;
}

async function create<Needs, Entity extends { readonly id: number }, Filter>(
  keeping: Keeping<Needs, Entity, Filter>,
  ports: Needs,
  { input, note }: RecordRun<CreateInput>,
): Promise<Entity> {
  const { record } = input;
  const id = isGiven(record.id) ? record.id : await keeping.nextId(ports);
  const draft = demandRecord(keeping.schema, { ...keeping.defaults(ports), ...record, id });
  note({ target: { type: keeping.word, id: draft.id } });
  if (isGiven(record.id)) {
    await keeping.hold(ports, draft.id);
    if (await keeping.find(ports, draft.id)) throw keeping.exists();
  }
  const entity = await prepared(keeping, ports, draft);
  await keeping.save(ports, entity, undefined);
  note({ changes: auditChangesOf(undefined, writeRecord(keeping.schema, entity)) });
  return entity;
}

async function prepared<Needs, Entity, Filter>(
  keeping: Keeping<Needs, Entity, Filter>,
  ports: Needs,
  entity: Entity,
): Promise<Entity> {
  return keeping.prepare ? keeping.prepare(ports, entity) : entity;
}

/** Whether a record has an explicit id. */
export const isGiven = (id: unknown): boolean => id !== undefined && id !== null && id !== '';

/** The stored record with the sent members in place of its own. */
export const overlaid = <T>(schema: SchemaOf<T>, before: T, record: SentRecord): SentRecord => ({
  ...writeRecord(schema, before),
  ...record,
});
