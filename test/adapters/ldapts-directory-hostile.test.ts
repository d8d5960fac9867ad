import { LdaptsDirectory } from '@backroom/adapters-ldap';
import type { DirectoryAccess } from '@backroom/core/identity';
import { describe, expect, it } from 'vitest';
import { plainAccess } from '../support/directory-access.ts';
import { hostileServer, type LdapRequest, message, searchEnd, searchEntry } from '../support/ldap-servers.ts';
import { tlv } from '../support/tlv.ts';

const directory = new LdaptsDirectory();
const dn = 'uid=ana,dc=example,dc=org';
const honest = { uid: ['ana'], mail: ['ana@example.org'], displayName: ['Ana'], entryUUID: ['1'] };
type Attributes = Parameters<typeof searchEntry>[2];

/** Does something with a server that answers every search like this. */
async function against<T>(
  answer: (request: LdapRequest) => Buffer,
  work: (access: DirectoryAccess) => Promise<T>,
): Promise<T> {
  const server = await hostileServer((request) => (request.kind === 'search' ? answer(request) : undefined));
  try {
    return await work(plainAccess(server.url, { operationTimeoutMs: 3_000 }));
  } finally {
    await server.stop();
  }
}

const logIn = (access: DirectoryAccess) => directory.authenticate(access, 'ana', 'a password');

/** The user that results from these attributes. */
const personWith = (attributes: Attributes, name = dn) =>
  against(
    ({ id }) => Buffer.concat([searchEntry(id, name, { ...honest, ...attributes }), searchEnd(id)]),
    async (access) => {
      const answer = await logIn(access);
      return answer.outcome === 'accepted' ? answer.person : answer.reason;
    },
  );

describe('a hostile entry of a user', () => {
  it('is cut where a value is a megabyte long', async () => {
    const person = await personWith({ displayName: ['x'.repeat(1_000_000)], mail: [`${'x'.repeat(1_000_000)}@a`] });
    expect(person).toMatchObject({ displayName: 'x'.repeat(200), email: undefined });
  });

  it('is cut between characters', async () => {
    expect(await personWith({ displayName: ['😀'.repeat(300)] })).toMatchObject({ displayName: '😀'.repeat(200) });
  });

  it('has no control characters, whatever they are', async () => {
    const person = await personWith({
      displayName: ['A\u0000n\u001b[31ma\r\nLog: forged\u202e\u2028!'],
      mail: ['ana@example.org\r\nBcc: all@example.org'],
    });
    expect(person).toMatchObject({ displayName: 'An[31maLog: forged!', email: undefined });
  });

  it.each<[string, Attributes]>([
    ['a name with a line break', { uid: ['ana\n'] }],
    ['a name of 151 characters', { uid: ['a'.repeat(151)] }],
    ['a name of spaces', { uid: ['  '] }],
    ['a name that is no text', { uid: [Buffer.of(0xff, 0xfe)] }],
    ['no name', { uid: [] }],
    ['no identifier', { entryUUID: [] }],
    ['an empty identifier', { entryUUID: [''] }],
    ['two identifiers', { entryUUID: ['1', '2'] }],
    ['an identifier that is no text', { entryUUID: [Buffer.of(0xff, 0x00)] }],
    ['an identifier with a NUL', { entryUUID: ['1\0'] }],
    ['an identifier of 201 characters', { entryUUID: ['1'.repeat(201)] }],
  ])('is not used with %s', async (_, attributes) => {
    expect(await personWith(attributes)).toBe('incomplete');
  });

  it.each(['', 'PLAIN', 'EXTERNAL', 'ana', 'uid=ana\n,dc=x', `uid=${'a'.repeat(3_000)}`])(
    'is not used under the name %j',
    async (name) => {
      expect(await personWith({}, name)).toBe('incomplete');
    },
  );

  it('is not read from the prototype of anything', async () => {
    const person = await personWith({ ['__proto__']: ['forged'], constructor: ['forged'] });
    expect(person).toMatchObject({ username: 'ana', displayName: 'Ana' });
    expect(({} as Record<string, unknown>).forged).toBeUndefined();
  });

  it('may be binary junk without harm', async () => {
    const junk = Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 256));
    const person = await personWith({ displayName: [junk], mail: [junk], cn: [junk], memberOf: [junk, junk] });
    expect(person).toMatchObject({ displayName: undefined, email: undefined, isAllowed: true });
  });

  it('may have ten thousand groups without harm', async () => {
    const memberOf = Array.from({ length: 10_000 }, (_, index) => `cn=group-${index},dc=example,dc=org`);
    const probe = await against(
      ({ id }) => Buffer.concat([searchEntry(id, dn, { ...honest, memberOf }), searchEnd(id)]),
      (access) => directory.probe(access, { username: 'ana', password: 'a password' }),
    );
    expect(probe.ok).toBe(true);
    expect(probe.person).toMatchObject({ groups: memberOf.slice(0, 20) });
  });

  it('is a range of groups, which is no end of the groups', async () => {
    const attributes = { ...honest, 'memberOf;range=0-1': ['cn=one,dc=example,dc=org', 'cn=two,dc=example,dc=org'] };
    const ask = (requiredGroupDn: string) =>
      against(
        ({ id }) => Buffer.concat([searchEntry(id, dn, attributes), searchEnd(id)]),
        (access) => logIn({ ...access, requiredGroupDn }),
      );
    expect((await ask('cn=two,dc=example,dc=org')).outcome).toBe('accepted');
    await expect(ask('cn=three,dc=example,dc=org')).rejects.toMatchObject({ cause: { code: 'group_lookup_failed' } });
  });

  it('may have groups without end without harm', async () => {
    let count = 0;
    const attributes = () => {
      count += 1;
      return { ...honest, memberOf: Array.from({ length: 50 }, (_, n) => `cn=group-${count}-${n},dc=example,dc=org`) };
    };
    const answer = against(
      ({ id }) => Buffer.concat([searchEntry(id, dn, attributes()), searchEnd(id)]),
      (access) => logIn({ ...access, requiredGroupDn: 'cn=staff,dc=example,dc=org', nestedGroups: 'recursive' }),
    );
    await expect(answer).rejects.toMatchObject({ cause: { code: 'group_lookup_failed' } });
  });
});

describe('the answer of a hostile directory to a search', () => {
  const fault = (answer: (request: LdapRequest) => Buffer, operationTimeoutMs: number) =>
    against(answer, (access) =>
      logIn({ ...access, operationTimeoutMs }).then(
        ({ outcome }) => outcome,
        ({ cause }) => cause.code,
      ),
    );

  it.each<[string, (request: LdapRequest) => Buffer, string]>([
    ['junk', () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 'protocol_error'],
    ['a message without an end', () => Buffer.of(0x30, 0x80, 0x02, 0x01), 'protocol_error'],
    ['a message of four gigabytes', () => Buffer.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff), 'protocol_error'],
    ['a message of no length', () => Buffer.of(0x30, 0x85, 1, 1, 1, 1, 1), 'protocol_error'],
    ['an empty message', () => Buffer.of(0x30, 0x00), 'protocol_error'],
    ['a message that is half of one', ({ id }) => searchEnd(id).subarray(0, 5), 'operation_timeout'],
    ['an unknown operation', ({ id }) => message(id, tlv(0x7f, Buffer.alloc(3))), 'protocol_error'],
    [
      'an entry that ends in the middle',
      ({ id }) => message(id, Buffer.of(0x64, 0x20, 0x04, 0x70, 1)),
      'protocol_error',
    ],
    ['the answer to another question', ({ id }) => searchEnd(id + 7), 'operation_timeout'],
    ['the answer to a bind', ({ id }) => message(id, tlv(0x61, tlv(0x0a, Buffer.of(0)))), 'protocol_error'],
    ['forty megabytes', ({ id }) => searchEntries(id, 8_000, 5_000), 'protocol_error'],
    ['thirty thousand entries', ({ id }) => searchEntries(id, 30_000, 1), 'size_limit'],
    ['a million tiny messages', () => Buffer.alloc(5_000_000, Buffer.of(0x30, 3, 2, 1, 9)), 'protocol_error'],
  ])('is reported where it is %s', async (_, answer, code) => {
    expect(await fault(answer, code === 'operation_timeout' ? 300 : 10_000)).toBe(code);
  });

  it('may come byte by byte', async () => {
    const server = await hostileServer(({ id, kind }, socket) => {
      if (kind !== 'search') return undefined;
      const bytes = Buffer.concat([searchEntry(id, dn, honest), searchEnd(id)]);
      socket.setNoDelay(true);
      void (async () => {
        for (const byte of bytes) {
          await new Promise((resolve) => setImmediate(resolve));
          if (!socket.destroyed) socket.write(Buffer.of(byte));
        }
      })();
      return Buffer.alloc(0);
    });
    try {
      expect((await logIn(plainAccess(server.url))).outcome).toBe('accepted');
    } finally {
      await server.stop();
    }
  });

  it('does not keep the login longer than it may take, though it never ends', async () => {
    const server = await hostileServer(({ id, kind }, socket) => {
      if (kind !== 'search') return undefined;
      const timer = setInterval(() => {
        if (socket.destroyed) clearInterval(timer);
        else socket.write(searchEntry(id, `uid=x,dc=example,dc=org`, {}));
      }, 10);
      return Buffer.alloc(0);
    });
    const start = performance.now();
    try {
      const answer = logIn(plainAccess(server.url, { operationTimeoutMs: 300 }));
      await expect(answer).rejects.toMatchObject({ cause: { code: 'operation_timeout' } });
      expect(performance.now() - start).toBeLessThan(2_000);
    } finally {
      await server.stop();
    }
  });

  it('is rejected as ambiguous where it has several entries', async () => {
    const answer = await against(
      ({ id }) =>
        Buffer.concat([...['a', 'b', 'c'].map((uid) => searchEntry(id, `uid=${uid},dc=x`, honest)), searchEnd(id)]),
      logIn,
    );
    expect(answer).toEqual({ outcome: 'refused', reason: 'ambiguous' });
  });
});

describe('a full reading of a hostile directory', () => {
  const read = (answer: (request: LdapRequest) => Buffer) =>
    against(answer, async (access) => {
      let count = 0;
      for await (const page of directory.people(access)) count += page.length;
      return count;
    });

  it('fails where a page is empty and others follow', async () => {
    const answer = read(({ id }) => searchEnd(id, 0, 'more'));
    await expect(answer).rejects.toMatchObject({ code: 'directory_unavailable' });
  });

  it('leaves out ambiguous entries', async () => {
    const count = await read(({ id }) =>
      Buffer.concat([
        searchEntry(id, dn, honest),
        searchEntry(id, 'uid=ben,dc=x', { uid: ['ben'], entryUUID: [] }),
        searchEnd(id),
      ]),
    );
    expect(count).toBe(1);
  });

  it('is divided into pages where the server sends all entries at once', async () => {
    const sizes: number[] = [];
    await against(
      ({ id }) => searchEntries(id, 1_200, 1, honest),
      async (access) => {
        for await (const page of directory.people(access)) sizes.push(page.length);
      },
    );
    expect(sizes).toEqual([500, 500, 200]);
  });
});

/** Many entries with a value of this length, and the end. */
function searchEntries(id: number, count: number, length: number, attributes: Attributes = {}): Buffer {
  const entry = searchEntry(id, dn, { ...attributes, cn: ['x'.repeat(length)] });
  return Buffer.concat([...Array.from({ length: count }, () => entry), searchEnd(id)]);
}
