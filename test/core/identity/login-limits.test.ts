import { MemoryLog, MemoryRateLimiter } from '@backroom/adapters-memory';
import { busy, DomainError, defaultSettings, type RateLimiter } from '@backroom/core';
import { rateLimitsOf } from '@backroom/core/kernel';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type LoginAttempt,
  limitLogin,
  resetFailedLogins,
} from '../../../packages/core/src/identity/sessions/login-limits.ts';

// The limiter counts by the machine's clock, which the tests move.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000);

const wrong = () => new DomainError('unauthenticated', 'invalid_credentials', 'No.');
const home = '192.0.2.1';

/** Limits of their own, and how many checks got through them. */
function openLimits(
  changes: Parameters<typeof rateLimitsOf>[0] = {},
  rateLimiter: RateLimiter = new MemoryRateLimiter(),
) {
  const log = new MemoryLog();
  const ports = { rateLimiter, log, settings: { ...defaultSettings, rateLimits: rateLimitsOf(changes) } };
  let checks = 0;
  const attempt = async (who: Partial<LoginAttempt<string>>, check: () => Promise<string>): Promise<string> => {
    const checked = limitLogin(ports, { username: 'mara', ip: home, ...who }, async () => {
      checks += 1;
      return check();
    });
    return checked.then(
      (outcome) => outcome,
      (error: DomainError) => (error.code === 'rate_limited' ? `wait ${error.details.retryAfter}` : error.code),
    );
  };
  return {
    ports,
    log,
    checks: () => checks,
    fail: (who: Partial<LoginAttempt<string>> = {}) => attempt(who, () => Promise.reject(wrong())),
    succeed: (who: Partial<LoginAttempt<string>> = {}) => attempt(who, async () => 'in'),
    meet: (error: Error, who: Partial<LoginAttempt<string>> = {}) => attempt(who, () => Promise.reject(error)),
  };
}

const times = async (count: number, once: (index: number) => Promise<string>) => {
  const reported: string[] = [];
  for (let index = 0; index < count; index += 1) reported.push(await once(index));
  return reported;
};
const refused = 'invalid_credentials';

describe('failed logins of one name from one address', () => {
  it('are checked five times, and then refused for ten seconds', async () => {
    const { fail, succeed, checks } = openLimits();
    expect(await times(5, () => fail())).toEqual(Array(5).fill(refused));
    expect([await fail(), await succeed()]).toEqual(['wait 10', 'wait 10']);
    expect(checks()).toBe(5);
    pass(10);
    expect(await succeed()).toBe('in');
  });

  it('have to wait twice as long each time, up to five minutes, for one try each', async () => {
    const { fail } = openLimits();
    await times(5, () => fail());
    const pauses: string[] = [];
    for (let round = 0; round < 8; round += 1) {
      const reported = await fail();
      pauses.push(reported);
      pass(Number(reported.replace('wait ', '')));
      expect(await fail()).toBe(refused);
    }
    expect(pauses).toEqual([10, 20, 40, 80, 160, 300, 300, 300].map((seconds) => `wait ${seconds}`));
  });

  it('do not wait longer for requests during a pause', async () => {
    const { fail, succeed } = openLimits();
    await times(5, () => fail());
    for (let second = 0; second < 10; second += 1) {
      expect(await fail()).toBe(`wait ${10 - second}`);
      pass(1);
    }
    expect(await succeed()).toBe('in');
  });

  it('are reset by a good login', async () => {
    const { fail, succeed } = openLimits();
    await times(4, () => fail());
    expect(await succeed()).toBe('in');
    expect(await times(6, () => fail())).toEqual([...Array(5).fill(refused), 'wait 10']);
    pass(10);
    expect(await succeed()).toBe('in');
    expect(await times(6, () => fail())).toEqual([...Array(5).fill(refused), 'wait 10']);
  });

  it('are reset after a quarter of an hour without any, and not sooner', async () => {
    const { fail } = openLimits();
    await times(5, () => fail());
    pass(899);
    expect([await fail(), await fail()]).toEqual([refused, 'wait 20']);
    pass(901);
    expect(await times(6, () => fail())).toEqual([...Array(5).fill(refused), 'wait 10']);
  });

  it('are few enough in a minute to continue for ever', async () => {
    const { fail } = openLimits({ 'login-name': { points: 0 } });
    for (let minute = 0; minute < 10; minute += 1) {
      expect(await times(4, () => fail())).toEqual(Array(4).fill(refused));
      pass(61);
    }
  });

  it('are never more than five that are checked at once', async () => {
    const { fail, checks } = openLimits();
    const reported = await Promise.all(Array.from({ length: 20 }, () => fail()));
    expect(checks()).toBe(5);
    expect(reported.filter((each) => each === refused)).toHaveLength(5);
  });

  it('are checked one at a time after a pause', async () => {
    const { fail, checks } = openLimits();
    await times(5, () => fail());
    pass(10);
    const reported = await Promise.all(Array.from({ length: 20 }, () => fail()));
    expect(checks()).toBe(6);
    expect(reported.filter((each) => each === refused)).toHaveLength(1);
  });

  it('do not concern other names, nor the same name elsewhere', async () => {
    const { fail, succeed } = openLimits();
    await times(6, () => fail());
    expect(await succeed({ username: 'ben' })).toBe('in');
    expect(await succeed({ ip: '192.0.2.2' })).toBe('in');
  });

  it('are those of one name in whatever case', async () => {
    const { fail, succeed } = openLimits();
    await times(5, (index) => fail({ username: index % 2 ? 'MARA' : 'Mara' }));
    expect(await succeed()).toBe('wait 10');
  });

  it('are those of one network where addresses are plenty', async () => {
    const { fail, succeed } = openLimits();
    await times(5, (index) => fail({ ip: `2001:db8:1:2:3:4:5:${index}` }));
    expect(await succeed({ ip: '2001:db8:1:2::9' })).toBe('wait 10');
    expect(await succeed({ ip: '2001:db8:1:3::9' })).toBe('in');
  });

  it('are counted also where there is no address', async () => {
    const { fail, succeed } = openLimits();
    await times(5, () => fail({ ip: undefined }));
    expect(await succeed({ ip: undefined })).toBe('wait 10');
  });
});

describe('failed logins of one name from everywhere', () => {
  const from = (index: number) => ({ ip: `198.51.100.${index}` });

  it('admit the owner from another address after forty', async () => {
    const { fail, succeed } = openLimits();
    expect(await times(40, (index) => fail(from(index % 20)))).toEqual(Array(40).fill(refused));
    expect(await succeed()).toBe('in');
  });

  it('are checked fifty times in an hour, then once in ten seconds, and never not at all', async () => {
    const { fail, succeed } = openLimits();
    await times(50, (index) => fail(from(index)));
    expect([await fail(from(51)), await fail(from(52))]).toEqual([refused, 'wait 10']);
    pass(10);
    expect(await succeed()).toBe('in');
    expect(await fail(from(53))).toBe(refused);
    expect(await succeed(from(54))).toBe('wait 10');
    pass(3_600);
    expect(await times(2, (index) => fail(from(index)))).toEqual([refused, refused]);
  });

  it('do not count good logins', async () => {
    const { succeed, fail } = openLimits({ 'login-ip-attempts': { points: 0 } });
    await times(60, () => succeed());
    expect(await times(2, (index) => fail(from(index)))).toEqual([refused, refused]);
  });
});

describe('an address or browser with a good login of the name in the last fourteen days', () => {
  const from = (index: number) => ({ ip: `198.51.100.${index}` });
  const browser = '0a1b2c3d-0000-4000-8000-000000000001';
  const attacked = async (fail: ReturnType<typeof openLimits>['fail']) => {
    await times(60, (index) => fail(from(index)));
    expect(await fail(from(61))).toMatch(/^wait/);
  };

  it('admits the owner while others guess from everywhere', async () => {
    const { fail, succeed } = openLimits();
    expect(await succeed()).toBe('in');
    await attacked(fail);
    for (let second = 0; second < 30; second += 1) {
      for (let place = 0; place < 3; place += 1) await fail(from(place + 3 * (second % 20)));
      expect([await fail(), await succeed()]).toEqual([refused, 'in']);
      pass(1);
    }
  });

  it('is also the browser at an unknown address', async () => {
    const { fail, succeed } = openLimits();
    expect(await succeed({ browser })).toBe('in');
    await attacked(fail);
    expect(await succeed({ browser, ip: '203.0.113.9' })).toBe('in');
    await attacked(fail);
    expect(await succeed({ browser: browser.replace('1', '2'), ip: '203.0.113.8' })).toMatch(/^wait/);
  });

  it('has limits of its own, which do not count for others', async () => {
    const { fail, succeed } = openLimits();
    await succeed();
    expect(await times(6, () => fail())).toEqual([...Array(5).fill(refused), 'wait 10']);
    expect(await succeed({ ip: '192.0.2.2' })).toBe('in');
    pass(899);
    for (let round = 0; round < 20; round += 1) {
      expect(await times(3, () => fail({ ip: '192.0.2.2' }))).toEqual(Array(3).fill(refused));
      pass(61);
    }
    expect(await fail(from(1))).toBe(refused);
  });

  it('is one of this name only, and for fourteen days', async () => {
    const { fail, succeed } = openLimits();
    await succeed();
    const ben = { username: 'ben' };
    await times(51, (index) => fail({ ...from(index), ...ben }));
    expect(await succeed(ben)).toMatch(/^wait/);
    pass(14 * 86_400 + 1);
    await attacked(fail);
    expect(await succeed()).toMatch(/^wait/);
  });

  it('is not one where the login failed or was not tried', async () => {
    const { fail, succeed } = openLimits();
    await fail();
    await succeed({ judge: () => 'failed' });
    await succeed({ judge: () => 'untried' });
    await attacked(fail);
    expect(await succeed()).toMatch(/^wait/);
  });

  it('stays one however many counters others make', async () => {
    const { fail, succeed } = openLimits({}, new MemoryRateLimiter(500));
    await succeed();
    await times(600, (index) => fail({ username: `made-up-${index}`, ip: `198.51.${index % 200}.7` }));
    await attacked(fail);
    expect(await succeed()).toBe('in');
  });
});

describe('logins from one address', () => {
  const someUser = (index: number) => ({ username: `person-${index}` });

  it('may fail sixty times in a minute, whatever the names', async () => {
    const { fail, succeed } = openLimits();
    expect(await times(60, (index) => fail(someUser(index)))).toEqual(Array(60).fill(refused));
    expect([await fail(someUser(61)), await succeed()]).toEqual(['wait 60', 'wait 60']);
    expect(await succeed({ ip: '192.0.2.2' })).toBe('in');
    pass(60);
    expect(await succeed()).toBe('in');
  });

  it('may be three hundred in a minute, failed or not', async () => {
    const { succeed, checks } = openLimits();
    expect(await times(300, (index) => succeed(someUser(index)))).toEqual(Array(300).fill('in'));
    expect(await succeed()).toBe('wait 60');
    expect(checks()).toBe(300);
  });

  it('take nothing of a name when the address has had its share', async () => {
    const { fail, succeed } = openLimits({ 'login-ip': { points: 2 } });
    await times(20, () => fail());
    expect(await succeed({ ip: '192.0.2.2' })).toBe('in');
    pass(60);
    expect(await times(5, () => fail())).toEqual([refused, refused, 'wait 60', 'wait 60', 'wait 60']);
  });
});

describe('an attempt', () => {
  it('counts as failed also when the directory is down', async () => {
    const { meet } = openLimits();
    const down = new DomainError('unavailable', 'directory_unavailable', 'Down.');
    expect(await times(6, () => meet(down))).toEqual([...Array(5).fill('directory_unavailable'), 'wait 10']);
  });

  it.each([
    ['the system is too busy to check it', busy()],
    ['the check fails', Object.assign(new Error('broken'), { code: 'broken' })],
  ])('does not count when %s', async (_, error) => {
    const { meet, fail } = openLimits();
    await times(20, () => meet(error));
    expect(await times(6, () => fail())).toEqual([...Array(5).fill(refused), 'wait 10']);
    pass(10);
    await times(5, () => meet(error));
    expect([await fail(), await fail()]).toEqual([refused, 'wait 20']);
  });

  it('may give its failure as an outcome', async () => {
    const { succeed } = openLimits();
    const judge = () => 'failed' as const;
    expect(await times(6, () => succeed({ judge }))).toEqual([...Array(5).fill('in'), 'wait 10']);
  });

  it('does not count if no password was checked', async () => {
    const { succeed, fail } = openLimits();
    const judge = () => 'untried' as const;
    await times(4, () => fail());
    expect(await times(10, () => succeed({ judge }))).toEqual(Array(10).fill('in'));
    expect([await fail(), await fail()]).toEqual([refused, 'wait 10']);
  });

  it('has the rest of the tightest limit when it is refused', async () => {
    const { ports } = openLimits();
    const failing = limitLogin(ports, { username: 'mara', ip: home }, () => Promise.reject(wrong()));
    await expect(failing).rejects.toMatchObject({
      code: refused,
      details: { allowance: { limit: { name: 'login' }, remaining: 4 } },
    });
  });

  it('is not limited where every limit is off', async () => {
    const off = { points: 0 };
    const { fail } = openLimits({ login: off, 'login-name': off, 'login-ip': off, 'login-ip-attempts': off });
    expect(await times(400, () => fail())).toEqual(Array(400).fill(refused));
  });

  it('is not checked when it cannot be counted', async () => {
    const broken = async () => {
      throw new Error('the store is down');
    };
    const limiter = {
      take: broken,
      look: broken,
      returnPoints: broken,
      set: broken,
      forget: broken,
      forgetAll: broken,
    };
    const { succeed, checks } = openLimits({}, limiter);
    expect(await succeed()).toBe('busy');
    expect(checks()).toBe(0);
  });

  it('is good also when its points cannot be returned', async () => {
    const limiter = new MemoryRateLimiter();
    const { succeed, log } = openLimits({}, limiter);
    limiter.returnPoints = async () => {
      throw new Error('the store is down');
    };
    expect(await succeed()).toBe('in');
    expect(log.entries).toMatchObject([{ level: 'error', event: 'a login limit could not be given back' }]);
  });
});

describe('reset of failed logins', () => {
  it('admits a name at once, from wherever it failed', async () => {
    const { ports, fail, succeed } = openLimits();
    for (const ip of [home, '192.0.2.2', '192.0.2.3']) await times(6, () => fail({ ip }));
    await resetFailedLogins(ports, 'Mara');
    for (const ip of [home, '192.0.2.2', '192.0.2.3']) expect(await succeed({ ip })).toBe('in');
  });

  it('begins with quick tries again also after fifty failures', async () => {
    const { ports, fail } = openLimits();
    await times(52, (index) => fail({ ip: `198.51.100.${index}` }));
    await resetFailedLogins(ports, 'mara');
    expect(await times(3, (index) => fail({ ip: `203.0.113.${index}` }))).toEqual(Array(3).fill(refused));
  });

  it('leaves other names alone, also those that begin alike', async () => {
    const { ports, fail, succeed } = openLimits();
    for (const username of ['mara-lind', 'mara" 192']) await times(6, () => fail({ username }));
    await resetFailedLogins(ports, 'mara');
    for (const username of ['mara-lind', 'mara" 192']) expect(await succeed({ username })).toMatch(/^wait/);
  });
});
