import { type Directory, type DirectoryAccess, type DirectoryPerson, probeSteps } from '@backroom/core/identity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../contract.ts';

/** A directory that answers, with users in it, and settings that reach it. */
export interface DirectoryWorld {
  readonly directory: Directory;
  readonly access: DirectoryAccess;
  /** The same settings with an address that does not answer. */
  readonly deadAccess: DirectoryAccess;
  /** A member of the group. */
  readonly member: {
    readonly username: string;
    readonly password: string;
    readonly externalId: string;
    readonly email: string;
    readonly displayName: string;
  };
  /** A user without group; the directory may have no further attributes. */
  readonly outsider: { readonly username: string; readonly password: string };
  /** A name that two users have. */
  readonly sharedUsername: string;
  readonly group: string;
  readonly missingGroup: string;
  /** More than 500 entries. */
  readonly crowdAccess: DirectoryAccess;
  readonly crowdSize: number;
  /** A certificate in PEM form. */
  readonly certificate: string;
  close(): Promise<void>;
}

export const directoryContract = (implementation: string, open: () => Promise<DirectoryWorld>) =>
  contract(`Directory: ${implementation}`, () => {
    let world: DirectoryWorld;
    beforeAll(async () => {
      world = await open();
    });
    afterAll(() => world?.close());

    const logIn = (different: Partial<DirectoryAccess> = {}, who: 'member' | 'outsider' = 'member') =>
      world.directory.authenticate({ ...world.access, ...different }, world[who].username, world[who].password);

    it('authenticates a user by password, and returns the attributes', async () => {
      const { username, externalId, email, displayName } = world.member;
      expect(await logIn()).toEqual({
        outcome: 'accepted',
        person: {
          dn: expect.any(String),
          username,
          externalId,
          email,
          displayName,
          isAdministrator: undefined,
          isAllowed: true,
        },
      });
    });

    it('refuses another password', async () => {
      const answer = await world.directory.authenticate(world.access, world.member.username, 'another password');
      expect(answer).toEqual({ outcome: 'refused', reason: 'wrong_password' });
    });

    it('refuses an empty password without a request', async () => {
      const answer = await world.directory.authenticate(world.deadAccess, world.member.username, '');
      expect(answer).toEqual({ outcome: 'refused', reason: 'wrong_password' });
    });

    it.each([
      'unknown-name',
      '*',
      'a)(uid=*',
      '\\28',
      'a\0b',
      'admin)(|(uid=*',
      '',
      '\u0000',
      '*)(objectClass=*',
      '\ud83d',
    ])('finds no user %j', async (username) => {
      const answer = await world.directory.authenticate(world.access, username, world.member.password);
      expect(answer).toEqual({ outcome: 'refused', reason: 'unknown' });
    });

    it('refuses an ambiguous name', async () => {
      const answer = await world.directory.authenticate(world.access, world.sharedUsername, 'a password');
      expect(answer).toEqual({ outcome: 'refused', reason: 'ambiguous' });
    });

    it('accepts only members of the required group', async () => {
      const different = { requiredGroupDn: world.group };
      expect((await logIn(different)).outcome).toBe('accepted');
      expect(await logIn(different, 'outsider')).toEqual({ outcome: 'refused', reason: 'not_in_group' });
    });

    it('returns for each user the membership of the group of administrators', async () => {
      const different = { adminGroupDn: world.group };
      const isAdministrator = async (who: 'member' | 'outsider') => {
        const answer = await logIn(different, who);
        return answer.outcome === 'accepted' ? answer.person.isAdministrator : answer.reason;
      };
      expect([await isAdministrator('member'), await isAdministrator('outsider')]).toEqual([true, false]);
    });

    it('fails with its fault as the cause when no server answers', async () => {
      await expect(logIn(world.deadAccess)).rejects.toMatchObject({
        code: 'directory_unavailable',
        kind: 'unavailable',
        cause: { code: 'connection_refused' },
      });
    });

    it('reports every step of a test, in order', async () => {
      const { member } = world;
      const probe = await world.directory.probe({ ...world.access, requiredGroupDn: world.group }, member);
      expect(probe.steps.map(({ name, status }) => `${name} ${status}`)).toEqual(
        probeSteps.map((name) => `${name} ok`),
      );
      expect(probe).toMatchObject({ ok: true, person: { found: true, username: member.username, isAllowed: true } });
    });

    it('skips what comes after a step that failed', async () => {
      const probe = await world.directory.probe(world.deadAccess, world.member);
      expect(probe.steps.map(({ name, status, code }) => [name, status, code])).toEqual([
        ['connect', 'failed', 'connection_refused'],
        ...probeSteps.slice(1).map((name) => [name, 'skipped', undefined]),
      ]);
      expect(probe).toMatchObject({ ok: false, person: { found: false } });
    });

    it('reports in a test that a group is missing', async () => {
      const probe = await world.directory.probe({ ...world.access, requiredGroupDn: world.missingGroup });
      expect(probe.steps.at(-1)).toMatchObject({ name: 'groups', status: 'failed', code: 'group_missing' });
    });

    it('finds a user by the identifier that never changes', async () => {
      const { externalId, username } = world.member;
      expect(await world.directory.findByExternalId(world.access, externalId)).toMatchObject({ externalId, username });
    });

    it.each(['unknown', '', '*', '00000000-0000-4000-8000-000000000000'])(
      'finds no entry by the identifier %j',
      async (id) => {
        expect(await world.directory.findByExternalId(world.access, id)).toBeUndefined();
      },
    );

    it('returns all entries once, in pages of at most 500', async () => {
      const ids: string[] = [];
      const sizes: number[] = [];
      for await (const page of world.directory.people(world.crowdAccess)) {
        sizes.push(page.length);
        ids.push(...page.map((person: DirectoryPerson) => person.externalId));
      }
      expect([ids.length, new Set(ids).size]).toEqual([world.crowdSize, world.crowdSize]);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
    });

    it('fails instead of returning a part of the entries', async () => {
      const read = async () => {
        for await (const _ of world.directory.people(world.deadAccess));
      };
      await expect(read()).rejects.toMatchObject({ code: 'directory_unavailable' });
    });

    it('finds nothing wrong with settings that work', () => {
      expect(world.directory.faultsOf(world.access)).toEqual([]);
    });

    it('names every setting that cannot work', () => {
      const faults = world.directory.faultsOf({
        ...world.access,
        urls: ['ldap://169.254.169.254', 'http://directory.example.org'],
        bindDn: 'malformed',
        userFilter: '(uid={username}',
        groupFilter: '(member=*)',
        caCertificate: 'no certificate',
      });
      expect(faults.map(({ path }) => path.join('.'))).toEqual([
        'url',
        'urls.1',
        'bindDn',
        'userFilter',
        'groupFilter',
        'caCertificate',
      ]);
    });

    it('returns subject and expiry of certificates', () => {
      const [one, ...others] = world.directory.certificatesIn(world.certificate);
      expect(others).toEqual([]);
      expect(one?.subject).toContain('Backroom test authority');
      expect(one?.expiresAt.getTime()).toBeGreaterThan(Date.now());
    });
  });
