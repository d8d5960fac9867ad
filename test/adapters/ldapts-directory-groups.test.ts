import { LdaptsDirectory } from '@backroom/adapters-ldap';
import type { DirectoryAccess, GroupMode, NestedGroups } from '@backroom/core/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTo, plainAccess } from '../support/directory-access.ts';
import { hostileServer, type LdapRequest, searchEnd, searchEntry } from '../support/ldap-servers.ts';
import { describeWithSlapd, startSlapd, type TestSlapd } from '../support/slapd.ts';

const directory = new LdaptsDirectory();

/** Whether a group makes its members administrators, and whether it admits them. */
async function rights(
  access: DirectoryAccess,
  group: string,
  { uid, password }: { readonly uid: string; readonly password: string },
) {
  const byAdmin = await directory.authenticate({ ...access, adminGroupDn: group }, uid, password);
  const byRequired = await directory.authenticate({ ...access, requiredGroupDn: group }, uid, password);
  const isAdministrator = byAdmin.outcome === 'accepted' ? byAdmin.person.isAdministrator : byAdmin.reason;
  return [isAdministrator, byRequired.outcome === 'accepted' ? true : byRequired.reason];
}

const inside = [true, true];
const outside = [false, 'not_in_group'];

describeWithSlapd('membership of a group', () => {
  let slapd: TestSlapd;
  beforeAll(async () => {
    slapd = await startSlapd();
  });
  afterAll(() => slapd?.stop());

  const modes: readonly (readonly [GroupMode, NestedGroups])[] = [
    ['member_of', 'none'],
    ['member_of', 'recursive'],
    ['group_search', 'none'],
    ['group_search', 'recursive'],
  ];

  describe.each(modes)('by %s, nested %s', (groupMode, nestedGroups) => {
    const ask = (who: keyof TestSlapd['people'], group: string) =>
      rights(accessTo(slapd, { groupMode, nestedGroups }), group, slapd.people[who]);
    const followed = nestedGroups === 'recursive' ? inside : outside;

    it('includes direct members', async () => {
      expect(await ask('ana', slapd.groups.staff)).toEqual(inside);
    });

    it('includes a member whose name has special characters', async () => {
      expect(await ask('zoe', slapd.groups.staff)).toEqual(inside);
    });

    it('excludes members of other groups', async () => {
      expect(await ask('ben', slapd.groups.admins)).toEqual(outside);
    });

    it('excludes users without groups', async () => {
      expect(await ask('carl', slapd.groups.staff)).toEqual(outside);
    });

    it('is compared as a name, not as a text', async () => {
      expect(await ask('ana', slapd.groups.staff.replace('cn=staff,ou', 'CN = Staff , OU'))).toEqual(inside);
    });

    it('includes members of nested groups only where nesting is followed', async () => {
      expect(await ask('dora', slapd.groups.staff)).toEqual(followed);
    });

    it('includes a member of one of two groups that contain each other', async () => {
      expect(await ask('frank', slapd.groups.loopA)).toEqual(followed);
    });

    it('ends for two groups that contain each other without the user', async () => {
      expect(await ask('frank', slapd.groups.staff)).toEqual(outside);
    });

    it('includes a member ten levels deep', async () => {
      expect(await ask('henry', slapd.groups.level(10))).toEqual(followed);
    });

    it('excludes a member eleven levels deep', async () => {
      expect(await ask('henry', slapd.groups.level(11))).toEqual(outside);
    });
  });

  it('is found by search under the other attribute too', async () => {
    const access = accessTo(slapd, { groupMode: 'group_search' });
    expect(await rights(access, slapd.groups.partners, slapd.people.gina)).toEqual(inside);
  });

  it('fails for a missing group where groups are searched', async () => {
    const access = accessTo(slapd, { groupMode: 'group_search' });
    const answer = rights(access, slapd.groups.missing, slapd.people.ana);
    await expect(answer).rejects.toMatchObject({ cause: { code: 'group_missing' } });
  });

  it.each<Partial<DirectoryAccess>>([{ groupMode: 'group_search' }, { nestedGroups: 'ad_rule' }])(
    'fails instead of being denied where the group is hidden (%j)',
    async (different) => {
      const answer = rights(accessTo(slapd, different), slapd.places.hidden, slapd.people.ana);
      await expect(answer).rejects.toMatchObject({ cause: { code: 'group_lookup_failed' } });
    },
  );

  it('fails instead of being denied where the base of the group search cannot be read', async () => {
    const different = {
      groupMode: 'group_search',
      nestedGroups: 'recursive',
      groupBaseDn: slapd.places.hidden,
    } as const;
    const answer = rights(accessTo(slapd, different), slapd.groups.staff, slapd.people.carl);
    await expect(answer).rejects.toMatchObject({ cause: { code: 'group_lookup_failed' } });
  });

  it.each(modes)('is listed by a test (%s, %s)', async (groupMode, nestedGroups) => {
    const access = accessTo(slapd, { groupMode, nestedGroups });
    const { person } = await directory.probe(access, { username: 'dora' });
    const { team, staff } = slapd.groups;
    expect(person).toMatchObject({ groups: nestedGroups === 'recursive' ? [team, staff] : [team] });
  });

  it('is reported in a test for the required group and that of administrators', async () => {
    const access = accessTo(slapd, { requiredGroupDn: slapd.groups.staff, adminGroupDn: slapd.groups.admins });
    const { person, ok, warnings } = await directory.probe(access, { username: 'carl' });
    expect({ person, ok }).toMatchObject({ ok: true, person: { isAllowed: false, isAdministrator: false } });
    expect(warnings).toEqual([expect.stringContaining('not in the required group')]);
  });

  it('follows a change of the group at once', async () => {
    const access = accessTo(slapd);
    const { admins } = slapd.groups;
    const { gina } = slapd.people;
    const { Attribute, Change } = await import('ldapts');
    const change = (operation: 'add' | 'delete') =>
      slapd.administer((client) =>
        client.modify(
          admins,
          new Change({ operation, modification: new Attribute({ type: 'member', values: [gina.dn] }) }),
        ),
      );
    await change('add');
    expect(await rights(access, admins, gina)).toEqual(inside);
    await change('delete');
    expect(await rights(access, admins, gina)).toEqual(outside);
  });
});

/** A server with the rule for nested groups, as one vendor has it: one user in one group, through another. */
const vendorServer = () =>
  hostileServer(({ id, kind, dn, scope, filter }: LdapRequest) => {
    if (kind !== 'search') return undefined;
    const person = 'cn=ana,dc=example,dc=org';
    const groups: Readonly<Record<string, readonly string[]>> = {
      'cn=staff,dc=example,dc=org': [person],
      'cn=others,dc=example,dc=org': [],
    };
    const end = searchEnd(id);
    if (scope === 'sub') {
      const attributes = { uid: ['ana'], entryUUID: ['1'] };
      return filter.includes('uid=ana') ? Buffer.concat([searchEntry(id, person, attributes), end]) : end;
    }
    const [, subject = ''] = /:1\.2\.840\.113556\.1\.4\.1941:=([^)]*)\)/.exec(filter) ?? [];
    const isIn = dn === person ? groups[subject]?.includes(person) : groups[dn]?.includes(subject);
    const fits = filter.startsWith('(!') ? !isIn : isIn === true;
    return fits ? Buffer.concat([searchEntry(id, dn, {}), end]) : end;
  });

describe.each(['member_of', 'group_search'] as const)('membership by the rule of a vendor, by %s', (groupMode) => {
  it('includes members and excludes others', async () => {
    const server = await vendorServer();
    try {
      const access = plainAccess(server.url, { groupMode, nestedGroups: 'ad_rule' });
      const ana = { uid: 'ana', password: 'a password' };
      expect(await rights(access, 'cn=staff,dc=example,dc=org', ana)).toEqual(inside);
      expect(await rights(access, 'cn=others,dc=example,dc=org', ana)).toEqual(outside);
    } finally {
      await server.stop();
    }
  });
});
