import type { DirectoryFault } from '@backroom/core/identity';
import { ExtensibleFilter, type Filter, NotFilter } from 'ldapts';
import { noAttributes } from './connection.ts';
import { DirectoryFailure } from './failure.ts';
import { filterFor } from './filter.ts';
import { anyEntry, type GroupLookup, type GroupMember, GroupWalk } from './group-walk.ts';
import { isSameDn } from './names.ts';

/** LDAP_MATCHING_RULE_IN_CHAIN of Active Directory, which resolves nested groups on the server. */
const IN_CHAIN = '1.2.840.113556.1.4.1941';
/** Faults that callers receive unchanged. */
const declaredFaults: ReadonlySet<DirectoryFault> = new Set(['group_missing', 'group_lookup_failed']);

/**
 * The groups of one person, searched on demand. An incomplete answer of the directory is a failure, never a "no".
 */
export class Memberships {
  readonly #lookup: GroupLookup;
  readonly #person: GroupMember;

  constructor(lookup: GroupLookup, person: GroupMember) {
    this.#lookup = lookup;
    this.#person = person;
  }

  /**
   * Whether the person is in a group, directly or nested as configured.
   * @throws DirectoryFailure `group_missing`, `group_lookup_failed`
   */
  async has(group: string): Promise<boolean> {
    const { nestedGroups } = this.#lookup.access;
    return orLookupFailed(async () => {
      if (nestedGroups === 'ad_rule') return this.#hasByRule(group);
      if (await this.#hasDirectly(group)) return true;
      return nestedGroups === 'recursive' && (await this.#hasByFollowing(group));
    });
  }

  /**
   * Up to `limit` of the person's groups, as the directory spells them.
   * @throws DirectoryFailure `group_lookup_failed`
   */
  async list(limit: number): Promise<readonly string[]> {
    const walk = new GroupWalk(this.#lookup);
    return orLookupFailed(async () => {
      if (this.#lookup.access.nestedGroups !== 'recursive') return (await walk.direct(this.#person, limit)).names;
      const found: string[] = [];
      for await (const group of walk.from(this.#person)) {
        found.push(group);
        if (found.length >= limit) break;
      }
      return found;
    });
  }

  /**
   * Requires that a group exists.
   * @throws DirectoryFailure `group_missing`, `group_lookup_failed`
   */
  async requireExists(group: string): Promise<void> {
    await orLookupFailed(() => this.#matches(group, anyEntry));
  }

  async #hasDirectly(group: string): Promise<boolean> {
    const { groupMode, groupFilter, nestedGroups } = this.#lookup.access;
    if (groupMode === 'group_search') return this.#matches(group, filterFor(groupFilter, '{dn}', this.#person.dn));
    const { names, isTruncated } = this.#person.memberOf;
    if (names.some((name) => isSameDn(name, group))) return true;
    if (isTruncated && nestedGroups === 'none') throw new DirectoryFailure('group_lookup_failed');
    return false;
  }

  /**
   * A server without the rule matches neither the filter nor its negation, so a "no" is accepted only when the negation
   * matches.
   */
  async #hasByRule(group: string): Promise<boolean> {
    const isOnPerson = this.#lookup.access.groupMode === 'member_of';
    const rule = new ExtensibleFilter({
      rule: IN_CHAIN,
      matchType: isOnPerson ? 'memberOf' : 'member',
      value: isOnPerson ? group : this.#person.dn,
    });
    const matches = (filter: Filter) =>
      isOnPerson ? this.#matchesEntry(this.#person.dn, filter) : this.#matches(group, filter);
    if (await matches(rule)) return true;
    if (await matches(new NotFilter({ filter: rule }))) return false;
    throw new DirectoryFailure('group_lookup_failed', 'The directory does not know the rule for groups in groups.');
  }

  async #hasByFollowing(group: string): Promise<boolean> {
    const walk = new GroupWalk(this.#lookup);
    for await (const each of walk.from(this.#person)) if (isSameDn(each, group)) return true;
    if (walk.isTruncated) throw new DirectoryFailure('group_lookup_failed');
    return false;
  }

  /**
   * Whether a group matches a filter.
   * @throws DirectoryFailure `group_missing`
   */
  async #matches(group: string, filter: Filter): Promise<boolean> {
    try {
      return await this.#matchesEntry(group, filter);
    } catch (error) {
      if (error instanceof DirectoryFailure && error.code === 'no_such_base')
        throw new DirectoryFailure('group_missing');
      throw error;
    }
  }

  async #matchesEntry(base: string, filter: Filter): Promise<boolean> {
    const search = { base, scope: 'base', filter, attributes: noAttributes, limit: 2 } as const;
    return (await this.#lookup.connection.search(search)).entries.length > 0;
  }
}

/** Maps all faults but the declared ones to `group_lookup_failed`. */
async function orLookupFailed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isDeclared = error instanceof DirectoryFailure && declaredFaults.has(error.code);
    throw isDeclared ? error : new DirectoryFailure('group_lookup_failed');
  }
}
