import type { DirectoryFault } from '@backroom/core';
import { ExtensibleFilter, type Filter, NotFilter } from 'ldapts';
import { noAttributes } from './connection.ts';
import { DirectoryFailure } from './failure.ts';
import { filterFor } from './filter.ts';
import { anything, GroupWalk, type Member, type Surroundings } from './group-walk.ts';
import { isSameDn } from './names.ts';

/** The rule by which one vendor's servers follow groups in groups by themselves. */
const IN_CHAIN = '1.2.840.113556.1.4.1941';
/** What is told as it is. */
const told: ReadonlySet<DirectoryFault> = new Set(['group_missing', 'group_lookup_failed']);

/**
 * The groups of one person. Each question is asked of the directory when it is put, and a directory that does not
 * answer it is a failure, never a "no".
 */
export class Memberships {
  readonly #surroundings: Surroundings;
  readonly #person: Member;

  constructor(surroundings: Surroundings, person: Member) {
    this.#surroundings = surroundings;
    this.#person = person;
  }

  /**
   * Whether the person is in a group, in the way in which the settings count.
   * @throws DirectoryFailure `group_missing`, `group_lookup_failed`
   */
  async has(group: string): Promise<boolean> {
    const { nestedGroups } = this.#surroundings.access;
    return lookedUp(async () => {
      if (nestedGroups === 'ad_rule') return this.#hasByRule(group);
      if (await this.#hasDirectly(group)) return true;
      return nestedGroups === 'recursive' && (await this.#hasByFollowing(group));
    });
  }

  /**
   * Some of the person's groups, as the directory spells them.
   * @throws DirectoryFailure `group_lookup_failed`
   */
  async some(most: number): Promise<readonly string[]> {
    const walk = new GroupWalk(this.#surroundings);
    return lookedUp(async () => {
      if (this.#surroundings.access.nestedGroups !== 'recursive') return (await walk.direct(this.#person, most)).names;
      const found: string[] = [];
      for await (const group of walk.from(this.#person)) {
        found.push(group);
        if (found.length >= most) break;
      }
      return found;
    });
  }

  /**
   * Makes sure that a group is there.
   * @throws DirectoryFailure `group_missing`, `group_lookup_failed`
   */
  async demand(group: string): Promise<void> {
    await lookedUp(() => this.#fits(group, anything));
  }

  async #hasDirectly(group: string): Promise<boolean> {
    const { groupMode, groupFilter, nestedGroups } = this.#surroundings.access;
    if (groupMode === 'group_search') return this.#fits(group, filterFor(groupFilter, '{dn}', this.#person.dn));
    const { names, isCut } = this.#person.memberOf;
    if (names.some((name) => isSameDn(name, group))) return true;
    if (isCut && nestedGroups === 'none') throw new DirectoryFailure('group_lookup_failed');
    return false;
  }

  /**
   * A server that does not know the rule finds neither who fits it nor who does not. So a "no" counts only when the
   * opposite is a "yes".
   */
  async #hasByRule(group: string): Promise<boolean> {
    const isOnPerson = this.#surroundings.access.groupMode === 'member_of';
    const rule = new ExtensibleFilter({
      rule: IN_CHAIN,
      matchType: isOnPerson ? 'memberOf' : 'member',
      value: isOnPerson ? group : this.#person.dn,
    });
    const ask = (filter: Filter) => (isOnPerson ? this.#ask(this.#person.dn, filter) : this.#fits(group, filter));
    if (await ask(rule)) return true;
    if (await ask(new NotFilter({ filter: rule }))) return false;
    throw new DirectoryFailure('group_lookup_failed', 'The directory does not know the rule for groups in groups.');
  }

  async #hasByFollowing(group: string): Promise<boolean> {
    const walk = new GroupWalk(this.#surroundings);
    for await (const each of walk.from(this.#person)) if (isSameDn(each, group)) return true;
    if (walk.isCut) throw new DirectoryFailure('group_lookup_failed');
    return false;
  }

  /** Whether a group fits a filter; a group that is not there fits none, but that is no answer. */
  async #fits(group: string, filter: Filter): Promise<boolean> {
    try {
      return await this.#ask(group, filter);
    } catch (error) {
      if (error instanceof DirectoryFailure && error.code === 'no_such_base')
        throw new DirectoryFailure('group_missing');
      throw error;
    }
  }

  /** Whether one entry fits a filter. */
  async #ask(base: string, filter: Filter): Promise<boolean> {
    const question = { base, scope: 'base', filter, attributes: noAttributes, most: 2 } as const;
    return (await this.#surroundings.connection.search(question)).entries.length > 0;
  }
}

/** Whatever goes wrong while groups are looked up leaves the question open. */
async function lookedUp<T>(look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    const isTold = error instanceof DirectoryFailure && told.has(error.code);
    throw isTold ? error : new DirectoryFailure('group_lookup_failed');
  }
}
