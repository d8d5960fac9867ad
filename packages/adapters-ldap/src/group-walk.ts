import type { DirectoryAccess, DirectoryFault } from '@backroom/core/identity';
import type { Filter } from 'ldapts';
import { type GroupNames, groupsOf, type PersonEntry } from './attributes.ts';
import { type Connection, noAttributes } from './connection.ts';
import { DirectoryFailure } from './failure.ts';
import { filterFor, readFilter } from './filter.ts';
import { canonicalDn } from './names.ts';

/** Groups that groups are in, by distinguished name; shared while many people are read. */
export type GroupCache = Map<string, GroupNames>;
/** A person or a group. */
export type GroupMember = Pick<PersonEntry, 'dn' | 'memberOf'>;
/** The connection and settings for group searches, and an optional cache. */
export interface GroupLookup {
  readonly connection: Connection;
  readonly access: DirectoryAccess;
  readonly known?: GroupCache;
}

const DEEPEST = 10;
/** Maximum groups per person. */
const MOST_GROUPS = 1_000;
/** Faults of a group that the service account may not read. */
const unreadable: ReadonlySet<DirectoryFault> = new Set(['no_such_base', 'insufficient_access']);
/** Matches every entry. */
export const anyEntry: Filter = readFilter('(objectClass=*)');

/** Traverses nested groups breadth-first over one connection. */
export class GroupWalk {
  /** Whether a group could not be read completely: a missing group proves nothing then. */
  isTruncated = false;
  readonly #connection: Connection;
  readonly #access: DirectoryAccess;
  readonly #known: GroupCache;

  constructor({ connection, access, known = new Map() }: GroupLookup) {
    this.#connection = connection;
    this.#access = access;
    this.#known = known;
  }

  /**
   * The direct groups of a person, then the groups of those, up to ten levels deep; each once, which ends cycles.
   * @throws DirectoryFailure `group_lookup_failed` above the maximum number of groups
   */
  async *from(person: GroupMember): AsyncGenerator<string> {
    const seen = new Set<string>();
    let level: readonly GroupMember[] = [person];
    for (let depth = 1; depth <= DEEPEST && level.length > 0; depth += 1) {
      const next: string[] = [];
      for (const one of level) {
        const { names, isTruncated } = await this.#groupsAround(one, depth === 1);
        this.isTruncated ||= isTruncated;
        const fresh = names.filter((name) => isNew(seen, name));
        next.push(...fresh);
        yield* fresh;
      }
      if (seen.size > MOST_GROUPS) throw new DirectoryFailure('group_lookup_failed');
      level = depth === DEEPEST ? [] : await this.#read(next);
    }
  }

  /**
   * The direct groups of a person or group.
   * @throws DirectoryFailure
   */
  async direct({ dn, memberOf }: GroupMember, limit: number): Promise<GroupNames> {
    const { groupMode, groupBaseDn, baseDn, groupFilter } = this.#access;
    if (groupMode === 'member_of')
      return {
        names: memberOf.names.slice(0, limit),
        isTruncated: memberOf.isTruncated || memberOf.names.length > limit,
      };
    const found = await this.#connection.search({
      base: groupBaseDn ?? baseDn ?? '',
      scope: 'sub',
      filter: filterFor(groupFilter, '{dn}', dn),
      attributes: noAttributes,
      limit,
    });
    return { names: found.entries.slice(0, limit).map((entry) => entry.dn), isTruncated: found.isTruncated };
  }

  /** Only groups are cached: each person is looked up once. */
  async #groupsAround(member: GroupMember, isPerson: boolean): Promise<GroupNames> {
    if (isPerson || this.#access.groupMode === 'member_of') return this.direct(member, MOST_GROUPS);
    return this.#cached(member.dn, () => this.direct(member, MOST_GROUPS));
  }

  /** Reads `memberOf` of the next level of groups, unless groups are searched by their members. */
  async #read(names: readonly string[]): Promise<readonly GroupMember[]> {
    const read: GroupMember[] = [];
    const isSearched = this.#access.groupMode === 'group_search';
    for (const dn of names) {
      const memberOf = isSearched
        ? { names: [], isTruncated: false }
        : await this.#cached(dn, () => this.#groupsOfGroup(dn));
      read.push({ dn, memberOf });
    }
    return read;
  }

  async #cached(dn: string, load: () => Promise<GroupNames>): Promise<GroupNames> {
    const known = this.#known.get(dn) ?? (await load());
    this.#known.set(dn, known);
    return known;
  }

  /** The groups of a group; marked as truncated when it cannot be read. */
  async #groupsOfGroup(dn: string): Promise<GroupNames> {
    const unread: GroupNames = { names: [], isTruncated: true };
    const search = { base: dn, scope: 'base', filter: anyEntry, attributes: ['memberOf'], limit: 2 } as const;
    try {
      const [entry] = (await this.#connection.search(search)).entries;
      return entry === undefined ? unread : groupsOf(entry);
    } catch (error) {
      if (error instanceof DirectoryFailure && unreadable.has(error.code)) return unread;
      throw error;
    }
  }
}

function isNew(seen: Set<string>, name: string): boolean {
  const canonical = canonicalDn(name);
  if (canonical === undefined || seen.has(canonical)) return false;
  seen.add(canonical);
  return true;
}
