import { describe, expect, it } from 'vitest';
import { type Exchange, leaksInAnswers, leaksInText } from '../support/exchanges.ts';
import { openWorld } from '../support/world.ts';

const secrets = { words: new Map([['quiet-lantern-secret', 'a password']]) };
const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const anExchange = (changes: Partial<Exchange>): Exchange => ({
  method: 'GET',
  path: '/items',
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  text: '{}',
  ...changes,
});

/** That nothing is found means something only because these are. */
describe('the search for leaks', () => {
  it.each<[string, Partial<Exchange>]>([
    ['a password in a body', { text: '{"note":"quiet-lantern-secret"}' }],
    ['a password in a header', { headers: { location: '/users?q=quiet-lantern-secret' } }],
    ['a hash', { text: '{"note":"$argon2id$v=19$m=64"}' }],
    ['a token where none belongs', { text: `{"note":"${token}"}` }],
    [
      'a token in the refusal of a login',
      { method: 'POST', path: '/users/login', status: 401, text: `{"detail":"${token}"}` },
    ],
    ['a member for a hash', { text: '[{"user":{"password_hash":null}}]' }],
    ['a member for a password', { text: '{"password":null}' }],
    ['a member for a token version', { text: '{"token_version":1}' }],
  ])('finds %s', (_, changes) => {
    expect(leaksInAnswers([anExchange(changes)], secrets)).toHaveLength(1);
  });

  it.each<[string, Partial<Exchange>]>([
    ['a token in the answer to a login', { method: 'POST', path: '/users/login', text: `{"access_token":"${token}"}` }],
    [
      'a token in the answer to a new password',
      { method: 'PUT', path: '/users/me/password', text: `{"access_token":"${token}"}` },
    ],
    ['a password that was made up', { method: 'POST', text: '{"generated_password":"quiet-lantern-secret"}' }],
    ['an attribute of that name', { text: '{"attributes":{"hash":"abc"}}' }],
  ])('accepts %s', (_, changes) => {
    expect(leaksInAnswers([anExchange(changes)], secrets)).toEqual([]);
  });

  it('finds them in the log and in the data', () => {
    expect(leaksInText('log', `user ${token} signed in`, secrets)).toHaveLength(1);
    expect(leaksInText('log', 'tried quiet-lantern-secret', secrets)).toHaveLength(1);
    expect(leaksInText('log', 'hash $argon2id$', secrets, /\$argon2/)).toHaveLength(1);
    expect(leaksInText('log', 'nothing of the kind', secrets)).toEqual([]);
  });

  it('covers all answers of a world', async () => {
    const world = await openWorld('postgres');
    await world.mara.post('/categories', { name: world.mara.password });
    await expect(world.close()).rejects.toThrow('POST /categories → 201: a password');
  });

  it('covers the log of a world', async () => {
    const world = await openWorld('postgres');
    world.log.info('signed in', { token: world.mara.token });
    await expect(world.close()).rejects.toThrow('log: ');
  });
});
