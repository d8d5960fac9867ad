import type { DirectoryAccess, DirectoryFault } from '@backroom/core';
import type { Filter } from 'ldapts';
import { type Description, type Groups, groupsOf } from './attributes.ts';
import { type Connection, noAttributes } from './connection.ts';
import { DirectoryFailure } from './failure.ts';
import { filterFor, readFilter } from './filter.ts';
import { canonicalDn } from './names.ts';

/** What was learned about groups in groups, kept while many people are read. */
export type KnownGroups = Map<string, Groups>;
/** Somebody, or a group: whatever can be in groups. */
export type Member = Pick<Description, 'dn' | 'memberOf'>;
/** What is asked, and how. */
export interface Surroundings {
  readonly connection: Connection;
  readonly access: DirectoryAccess;
  readonly known?: KnownGroups;
}

const DEEPEST = 10;
/** Groups that are followed for one person. */
const MOST_GROUPS = 1_000;
/** What goes wrong with one group that the account may not see. */
const hidden: ReadonlySet<DirectoryFault> = new Set(['no_such_base', 'insufficient_access']);
/** A filter that everything fits. */
export const anything: Filter = readFilter('(objectClass=*)');

/** Follows groups in groups, level by level, through one connection. */
export class GroupWalk {
  /** Whether something could not be read: whoever was not found may be there all the same. */
  isCut = false;
  readonly #connection: Connection;
  readonly #access: DirectoryAccess;
  readonly #known: KnownGroups;

  constructor({ connection, access, known = new Map() }: Surroundings) {
    this.#connection = connection;
    this.#access = access;
    this.#known = known;
  }

  /**
   * The groups somebody is in, then those that these are in, and so on, ten levels deep; each once, so that a circle ends.
   * @throws DirectoryFailure
   */
  async *from(person: Member): AsyncGenerator<string> {
    const seen = new Set<string>();
    let level: readonly Member[] = [person];
    for (let depth = 1; depth <= DEEPEST && level.length > 0; depth += 1) {
      const next: string[] = [];
      for (const one of level) {
        const { names, isCut } = await this.#groupsAround(one, depth === 1);
        this.isCut ||= isCut;
        const fresh = names.filter((name) => isNew(seen, name));
        next.push(...fresh);
        yield* fresh;
      }
      if (seen.size > MOST_GROUPS) throw new DirectoryFailure('group_lookup_failed');
      level = depth === DEEPEST ? [] : await this.#read(next);
    }
  }

  /**
   * The groups that somebody, or a group, is in without a detour.
   * @throws DirectoryFailure
   */
  async direct({ dn, memberOf }: Member, most: number): Promise<Groups> {
    const { groupMode, groupBaseDn, baseDn, groupFilter } = this.#access;
    if (groupMode === 'member_of')
      return { names: memberOf.names.slice(0, most), isCut: memberOf.isCut || memberOf.names.length > most };
    const found = await this.#connection.search({
      base: groupBaseDn ?? baseDn ?? '',
      scope: 'sub',
      filter: filterFor(groupFilter, '{dn}', dn),
      attributes: noAttributes,
      most,
    });
    return { names: found.entries.slice(0, most).map((entry) => entry.dn), isCut: found.isCut };
  }

  /** People are asked about once; groups again and again. */
  async #groupsAround(member: Member, isPerson: boolean): Promise<Groups> {
    if (isPerson || this.#access.groupMode === 'member_of') return this.direct(member, MOST_GROUPS);
    return this.#remembered(member.dn, () => this.direct(member, MOST_GROUPS));
  }

  /** What the groups of the next level say themselves; where groups are searched, their names are enough. */
  async #read(names: readonly string[]): Promise<readonly Member[]> {
    const read: Member[] = [];
    const isSearched = this.#access.groupMode === 'group_search';
    for (const dn of names) {
      const memberOf = isSearched
        ? { names: [], isCut: false }
        : await this.#remembered(dn, () => this.#groupsOfGroup(dn));
      read.push({ dn, memberOf });
    }
    return read;
  }

  async #remembered(dn: string, ask: () => Promise<Groups>): Promise<Groups> {
    const known = this.#known.get(dn) ?? (await ask());
    this.#known.set(dn, known);
    return known;
  }

  /** A group that cannot be read may be in others all the same. */
  async #groupsOfGroup(dn: string): Promise<Groups> {
    const unread: Groups = { names: [], isCut: true };
    const question = { base: dn, scope: 'base', filter: anything, attributes: ['memberOf'], most: 2 } as const;
    try {
      const [entry] = (await this.#connection.search(question)).entries;
      return entry === undefined ? unread : groupsOf(entry);
    } catch (error) {
      if (error instanceof DirectoryFailure && hidden.has(error.code)) return unread;
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
