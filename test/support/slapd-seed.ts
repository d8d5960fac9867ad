import { createHash } from 'node:crypto';

/** The base of all entries of the test directory. */
export const rootDn = 'dc=example,dc=org';
/** Users and groups of the company: what a login searches. */
export const companyDn = `ou=company,${rootDn}`;

/** A user in the test directory. */
export interface SeededPerson {
  readonly dn: string;
  readonly uid: string;
  readonly password: string;
  readonly mail: string | undefined;
  readonly displayName: string | undefined;
  readonly entryUuid: string;
  /** `objectGUID` in its canonical text; the directory keeps it as bytes. */
  readonly objectGuid: string;
}

const peopleDn = `ou=people,${companyDn}`;
const groupsDn = `ou=groups,${companyDn}`;
const groupDn = (name: string): string => `cn=${name},${groupsDn}`;

const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
};

/** The bytes of an `objectGUID`: the first three groups have their bytes in reverse. */
export function guidBytes(guid: string): Buffer {
  const bytes = Buffer.from(guid.replaceAll('-', ''), 'hex');
  return Buffer.concat([
    bytes.subarray(0, 4).reverse(),
    bytes.subarray(4, 6).reverse(),
    bytes.subarray(6, 8).reverse(),
    bytes.subarray(8),
  ]);
}

const someUser = (uid: string, more: Partial<SeededPerson> = {}): SeededPerson => ({
  dn: `uid=${uid},${peopleDn}`,
  uid,
  password: `password of ${uid}`,
  mail: `${uid}@example.org`,
  displayName: `${uid.charAt(0).toUpperCase()}${uid.slice(1)} Example`,
  entryUuid: uuidOf(`entry ${uid} ${more.dn ?? ''}`),
  objectGuid: uuidOf(`guid ${uid} ${more.dn ?? ''}`),
  ...more,
});

/** The users of the company. */
export const people = {
  /** In the staff and an administrator. */
  ana: someUser('ana'),
  /** In the staff; the directory has neither mail nor display name. */
  ben: someUser('ben', { mail: undefined, displayName: undefined }),
  /** In no group. */
  carl: someUser('carl'),
  /** In the team, which is in the staff. */
  dora: someUser('dora'),
  /** In a group that contains a group that contains it. */
  frank: someUser('frank'),
  /** In a group of the other kind, with `uniqueMember`. */
  gina: someUser('gina'),
  /** In the first of twelve groups, each in the next one. */
  henry: someUser('henry'),
  /** With everything in the name that has a meaning in filters and distinguished names; in the staff. */
  zoe: someUser('zoë.müller', {
    dn: `cn=Müller\\, Zoë (ops)* \\\\28 \\+ \\"x\\",${peopleDn}`,
    mail: 'zoe@example.org',
    displayName: 'Zoë "Z" Müller (ops)*',
  }),
  /** Has no password, so a sign-in is impossible. */
  ida: someUser('ida', { password: '' }),
  /** There are two of them, of which this is one. */
  twin: someUser('twin'),
} as const;

const otherTwin = someUser('twin', { dn: `uid=twin,ou=annex,${companyDn}` });

/** Groups: a name, the members, and the attribute of membership. */
const memberships: readonly (readonly [string, 'member' | 'uniqueMember', readonly string[]])[] = [
  ['staff', 'member', [people.ana.dn, people.ben.dn, people.zoe.dn, groupDn('team')]],
  ['team', 'member', [people.dora.dn]],
  ['admins', 'member', [people.ana.dn]],
  ['partners', 'uniqueMember', [people.gina.dn]],
  ['loop-a', 'member', [groupDn('loop-b')]],
  ['loop-b', 'member', [groupDn('loop-a'), people.frank.dn]],
  ...Array.from({ length: 12 }, (_, index) => {
    const inside = index === 0 ? people.henry.dn : groupDn(`level-${index}`);
    return [`level-${index + 1}`, 'member', [inside]] as const;
  }),
];

/** The groups of the company by their short names. */
export const groups = {
  staff: groupDn('staff'),
  team: groupDn('team'),
  admins: groupDn('admins'),
  partners: groupDn('partners'),
  loopA: groupDn('loop-a'),
  loopB: groupDn('loop-b'),
  /** The group that many steps away from henry; there are twelve. */
  level: (steps: number): string => groupDn(`level-${steps}`),
  /** It does not exist. */
  missing: groupDn('missing'),
} as const;

/** Other places of the test directory. */
export const places = {
  groups: groupsDn,
  /** 620 users, more than one page. */
  crowd: `ou=crowd,${rootDn}`,
  /** Reads of it are refused. */
  hidden: `ou=hidden,${rootDn}`,
  /** Is somewhere else. */
  elsewhere: `ou=elsewhere,ou=branch,${rootDn}`,
  /** Has one user, and a referral to another server. */
  branch: `ou=branch,${rootDn}`,
  /** Has no members. */
  empty: `ou=empty,${rootDn}`,
  missing: `ou=missing,${rootDn}`,
} as const;

/** The account that searches. */
export const service = { dn: `cn=reader,ou=system,${rootDn}`, password: 'password of the reader' } as const;
/** The account that may do everything. */
export const root = { dn: `cn=root,${rootDn}`, password: 'password of the root' } as const;

const crowdSize = 620;

/** Everything above in LDIF (RFC 2849). */
export const seed = (): string =>
  [
    entry(rootDn, ['objectClass: dcObject', 'objectClass: organization', 'dc: example', 'o: Example']),
    ...[companyDn, peopleDn, groupsDn, `ou=annex,${companyDn}`, `ou=system,${rootDn}`].map(unit),
    ...[places.crowd, places.hidden, places.branch, places.empty].map(unit),
    entry(service.dn, [
      'objectClass: applicationProcess',
      'objectClass: simpleSecurityObject',
      'cn: reader',
      line('userPassword', service.password),
    ]),
    entry(places.elsewhere, [
      'objectClass: referral',
      'objectClass: extensibleObject',
      'ou: elsewhere',
      `ref: ldap://elsewhere.invalid/${places.elsewhere}`,
    ]),
    ...[...Object.values(people), otherTwin].map(person),
    person(someUser('rita', { dn: `uid=rita,${places.branch}` })),
    person(someUser('hugo', { dn: `uid=hugo,${places.hidden}` })),
    ...Array.from({ length: crowdSize }, (_, index) => {
      const uid = `crowd${String(index).padStart(4, '0')}`;
      return person(someUser(uid, { dn: `uid=${uid},${places.crowd}` }));
    }),
    ...memberships.map(([name, attribute, members]) =>
      entry(groupDn(name), [
        `objectClass: ${attribute === 'member' ? 'groupOfNames' : 'groupOfUniqueNames'}`,
        `cn: ${name}`,
        ...members.map((member) => line(attribute, member)),
        ...memberOf(groupDn(name)),
      ]),
    ),
  ].join('\n');

const unit = (dn: string): string => entry(dn, ['objectClass: organizationalUnit', `ou: ${dn.split(/[=,]/)[1]}`]);

const person = (one: SeededPerson): string =>
  entry(one.dn, [
    'objectClass: inetOrgPerson',
    'objectClass: testPerson',
    line('uid', one.uid),
    line('cn', one.dn.startsWith('cn=') ? 'Müller, Zoë (ops)* \\28 + "x"' : `${one.uid} (common name)`),
    'sn: Example',
    ...(one.password === '' ? [] : [line('userPassword', one.password)]),
    ...(one.mail === undefined ? [] : [line('mail', one.mail)]),
    ...(one.displayName === undefined ? [] : [line('displayName', one.displayName)]),
    `objectGUID:: ${guidBytes(one.objectGuid).toString('base64')}`,
    `entryUUID: ${one.entryUuid}`,
    ...memberOf(one.dn),
  ]);

/** The overlay maintains it afterwards; the initial entries have to contain it. */
const memberOf = (dn: string): string[] =>
  memberships.flatMap(([name, attribute, members]) =>
    attribute === 'member' && members.includes(dn) ? [line('memberOf', groupDn(name))] : [],
  );

const entry = (dn: string, lines: readonly string[]): string => `${[line('dn', dn), ...lines].join('\n')}\n`;

const line = (name: string, value: string): string => `${name}:: ${Buffer.from(value).toString('base64')}`;
