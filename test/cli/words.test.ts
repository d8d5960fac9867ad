import { describe, expect, it } from 'vitest';
import { backroom, temporaryFolder } from './terminal.ts';

const names = [
  'serve',
  'migrate',
  'config check',
  'keys list',
  'keys rotate',
  'secrets rotate',
  'version',
  'users create',
  'users list',
  'users show',
  'users set-password',
  'users set-role',
  'users set-shop-role',
  'users disable',
  'users enable',
  'users delete',
  'users restore',
  'users revoke-tokens',
  'ldap show',
  'ldap set',
  'ldap test',
  'ldap sync',
  'token inspect',
  'token issue',
  'stock verify',
  'call',
  'openapi',
  'open',
  'completion',
];

describe('help', () => {
  it('groups the commands and shows three examples', async () => {
    const { code, out, err } = await backroom(['--help']);
    expect([code, err]).toEqual([0, '']);
    for (const heading of ['Run the server:', 'Accounts:', 'Stock:', 'Interface:', 'Examples:'])
      expect(out).toContain(heading);
    expect(out.match(/^ {2}backroom /gm)).toHaveLength(3);
  });

  it.each(names)('describes "%s" in a sentence, and shows an example', async (name) => {
    const { code, out } = await backroom([...name.split(' '), '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(/^[A-Z][^\n]+/m);
    expect(out).toMatch(new RegExp(`Examples?:\n(.*\n)*.*backroom .*${name}`));
  });

  it('is short of nothing that can be run', async () => {
    const { out } = await backroom(['--help']);
    for (const name of names) expect(out).toContain(`  ${name.split(' ')[0]}`);
  });
});

describe('the version', () => {
  it.each([[['version']], [['--version']], [['-V']]])('is printed by %j', async (argv) => {
    expect(await backroom(argv)).toMatchObject({ code: 0, out: 'v1.4.1\n', err: '' });
  });

  it('is printed as JSON with its label', async () => {
    expect((await backroom(['version', '--json'])).json()).toEqual({ version: '1.4.1', label: 'v1.4.1' });
  });
});

describe('a command that cannot be understood', () => {
  it.each([
    [[]],
    [['users']],
    [['user']],
    [['users', 'creat', 'anna']],
    [['users', 'create']],
    [['users', 'create', 'anna', 'ben']],
    [['users', 'create', 'anna', '--boss']],
    [['users', 'set-role', 'anna', 'boss']],
    [['users', 'list', '--role', 'boss']],
    [['users', 'revoke-tokens']],
    [['users', 'revoke-tokens', 'anna', '--all']],
    [['users', 'create', 'anna']],
    [['users', 'create', 'anna', '--generate', '--password-stdin']],
    [['users', 'create', 'anna', '--source', 'ldap', '--generate']],
    [['serve', '--port', 'http']],
    [['serve', '--port', '65536']],
    [['migrate', 'down']],
    [['call']],
    [['call', 'items']],
    [['call', 'POST', '/items', 'chair']],
    [['call', 'POST', '/items', '--body', '[1]']],
    [['call', 'POST', '/items', '--body', '{']],
    [['call', 'POST', '/items', '__proto__.a=1']],
  ])('ends with 2: %j', async (argv) => {
    const { code, out, err } = await backroom(argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^backroom: [A-Z"].+[.?)]$/m);
  });

  it.each([
    [['usrs', 'list'], "Unknown command 'usrs' (Did you mean users?) See --help."],
    [['users', 'creat', 'anna'], "Unknown command 'creat' (Did you mean create?) See --help."],
    [['users', 'list', '--rol', 'admin'], "Unknown option '--rol' (Did you mean --role?) See --help."],
    [['usrs', '--help'], "Unknown command 'usrs' (Did you mean users?) See --help."],
    [['users', 'creat', '--help'], "Unknown command 'creat' (Did you mean create?) See --help."],
    [['users', 'list', '--rol', '-h'], "Unknown option '--rol' (Did you mean --role?) See --help."],
    [['report', '--formt', 'csv', '--help'], "Unknown option '--formt' (Did you mean --format?) See --help."],
  ])('suggests the nearest word: %j', async (argv, message) => {
    expect(await backroom(argv)).toMatchObject({ code: 2, out: '', err: `backroom: ${message}\n` });
  });

  it('is printed as JSON as a problem document', async () => {
    const ended = await backroom(['users', 'creat', '--json']);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.problem()).toMatchObject({ type: 'urn:inventory:problem:usage', code: 'usage' });
  });

  it('does not repeat the value of a misspelt option', async () => {
    const { code, err } = await backroom(['users', 'list', '--databse-url=postgres://anna:hush@db/shop']);
    expect([code, err.includes('hush')]).toEqual([2, false]);
  });
});

describe('a password as an argument', () => {
  it.each([
    [['users', 'create', 'anna', '--password', 'hush-hush-hush']],
    [['users', 'create', 'anna', '--password=hush-hush-hush']],
    [['users', 'set-password', 'anna', '--new-password=hush-hush-hush']],
    [['users', 'set-password', 'anna', '--pass=hush-hush-hush']],
    [['users', 'set-password', 'anna', '-passwd=hush-hush-hush']],
    [['users', 'set-password', 'anna', 'hush-hush-hush']],
    [['call', 'POST', '/users/login', 'username=anna', 'password=hush-hush-hush']],
    [['call', 'POST', '/users', '--body', '{"username":"anna","password":"hush-hush-hush"}']],
    [['call', 'PUT', '/users/me/password', 'current_password=hush-hush-hush']],
  ])('is refused, and not repeated: %j', async (argv) => {
    const { code, out, err } = await backroom(argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).not.toContain('hush');
  });
});

describe('config check', () => {
  it('shows what is set and what is the default, but no secret', async () => {
    const environment = {
      PORT: '9000',
      JWT_SECRET: 'a-secret-that-is-long-enough-for-a-key',
      DATABASE_URL: 'postgres://anna:hush@db/shop',
      DATABASE_REPLICA_URLS: 'postgres://anna:hush@one/shop,postgres://anna:hush@two/shop',
    };
    const ended = await backroom(['config', 'check', '--json'], { environment });
    expect(ended.code).toBe(0);
    expect(ended.json()).toMatchObject({ PORT: '9000', HOST: '127.0.0.1', JWT_SECRET: '(set)', DATABASE_URL: '(set)' });
    expect(ended.json()).toMatchObject({ DATABASE_REPLICA_URLS: '(set)' });
    expect(ended.out).not.toMatch(/hush|long-enough/);
  });

  it('names every variable that is wrong and ends with 78', async () => {
    const database = { DATABASE_URL: 'mysql://anna:hush@db/shop', DATABASE_REPLICA_URLS: 'postgres://x,anna:hush@two' };
    const environment = { PORT: 'http', MEMBER_ACCESS: 'all', ...database };
    const { code, out, err } = await backroom(['config', 'check'], { environment });
    expect([code, out]).toEqual([78, '']);
    for (const name of ['PORT', 'MEMBER_ACCESS', 'DATABASE_URL', 'DATABASE_REPLICA_URLS'])
      expect(err).toContain(`  ${name} must be `);
    expect(err).not.toContain('hush');
  });

  it.each([
    [{ RATE_LIMIT_LOGINS: '5' }, 'RATE_LIMIT_LOGINS is no limit there is.'],
    [{ RATE_LIMIT_API_FILE: '/etc/hostname' }, 'RATE_LIMIT_API_FILE is no limit there is.'],
    [{ RATE_LIMIT_API: 'many' }, 'RATE_LIMIT_API must be a whole number from 0 to 1000000.'],
    [{ RATE_LIMIT_BULK_SECONDS: '0' }, 'RATE_LIMIT_BULK_SECONDS must be at least 1.'],
    [{ RATE_LIMIT_STORE: 'nowhere' }, 'RATE_LIMIT_STORE must be one of memory, database.'],
  ])('does not take %j for a limit', async (environment, fault) => {
    const ended = await backroom(['config', 'check', '--json'], { environment });
    expect([ended.code, ended.problem()]).toMatchObject([78, { code: 'configuration', faults: [fault] }]);
  });

  it('accepts every limit, and explains how it counts', async () => {
    const ended = await backroom(['config', 'check', '--json'], { environment: { RATE_LIMIT_LOGIN_IP: '7' } });
    expect(ended.json()).toMatchObject({
      RATE_LIMIT_LOGIN_IP: '7',
      RATE_LIMIT_LOGIN: '5',
      RATE_LIMIT_LOGIN_SECONDS: '60',
      RATE_LIMIT_LOGIN_NAME: '50',
      RATE_LIMIT_LOGIN_NAME_SECONDS: '3600',
      RATE_LIMIT_LOGIN_IP_ATTEMPTS: '300',
      RATE_LIMIT_ANONYMOUS: '600',
      RATE_LIMIT_API: '3000',
      RATE_LIMIT_WRITE: '1200',
      RATE_LIMIT_LDAP_TEST: '30',
      RATE_LIMIT_BULK: '60',
      RATE_LIMIT_BULK_SECONDS: '3600',
    });
  });

  it('prints the faults one by one as JSON', async () => {
    const ended = await backroom(['config', 'check', '--json'], { environment: { PORT: 'http' } });
    expect(ended.problem()).toMatchObject({
      code: 'configuration',
      faults: ['PORT must be a whole number from 0 to 65535.'],
    });
  });

  it('reads the server that is named on the command line', async () => {
    const environment = { JWT_SECRET: 'a-secret-that-is-long-enough-for-a-key' };
    const ended = await backroom(['config', 'check', '--json', '--database-url', 'postgres://anna:hush@db/shop'], {
      environment,
    });
    expect(ended.json()).toMatchObject({ DATABASE_URL: '(set)' });
  });
});

describe('openapi', () => {
  it('describes the interface without opening any data', async () => {
    await using folder = await temporaryFolder();
    const ended = await backroom(['openapi'], { environment: { DATA_DIR: `${folder.path}/none` } });
    expect(ended.code).toBe(0);
    expect(ended.json()).toMatchObject({ openapi: '3.1.0', info: { version: '1.4.1' }, paths: { '/items': {} } });
  });
});

describe('the routes that can be called', () => {
  it('are listed', async () => {
    const { out } = await backroom(['call', '--list']);
    expect(out).toMatch(/^POST +\/users\/login +anyone +Sign in/m);
    expect(out).toMatch(/^PUT\|PATCH +\/items\/\{id\} +edit_catalog/m);
  });

  it('are listed for programs', async () => {
    const routes = (await backroom(['call', '--list', '--json'])).json() as unknown[];
    expect(routes).toContainEqual(
      expect.objectContaining({ methods: ['GET'], path: '/items', access: 'read_inventory' }),
    );
  });

  it.each([[['call', 'POST', '/items', '--help']], [['call', '--describe', 'POST', '/items']]])(
    'are explained by %j',
    async (argv) => {
      const { code, out } = await backroom(argv);
      expect(code).toBe(0);
      expect(out).toMatch(/^name +body +text +required/m);
      expect(out).toMatch(/^quantity +body +quantity/m);
      expect(out).toContain('backroom call POST /items name=…');
    },
  );

  it('are explained by an address as well as by a pattern', async () => {
    const [one, other] = [
      await backroom(['call', 'PUT', '/items/7', '--help']),
      await backroom(['call', '--describe', 'PUT', '/items/{id}']),
    ];
    expect(one.out).toContain('--if-match');
    expect(one.out).toBe(other.out);
  });

  it('are explained for programs', async () => {
    const route = (await backroom(['call', '/items', '--describe', '--json'])).json();
    expect(route).toMatchObject({
      path: '/items',
      parameters: expect.arrayContaining([expect.objectContaining({ name: 'q', in: 'query', type: 'string' })]),
    });
  });

  it('are not explained where there are none', async () => {
    expect(await backroom(['call', '/nothing', '--help'])).toMatchObject({ code: 3, out: '' });
  });
});
