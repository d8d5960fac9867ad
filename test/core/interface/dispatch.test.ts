import { type Actor, anonymous, DomainError } from '@backroom/core';
import { problemOf } from '@backroom/core/interface';
import { beforeEach, describe, expect, it } from 'vitest';
import { aMember, anAdministrator, aRequest, type RequestParts } from '../../support/builders.ts';
import { presentAnswer } from '../internals.ts';
import { ask, badToken, failures, forgetCalls, inventory, reader, reported, wrongMedia } from './asking.ts';

beforeEach(forgetCalls);

describe('the order of checks on the inventory interface', () => {
  it.each<[string, RequestParts, Actor | DomainError, string]>([
    ['an unknown path is 404 before 401', { path: '/nowhere' }, anonymous, '404 not_found'],
    ['an unknown path is 404 whatever the token', { path: '/nowhere' }, badToken, '404 not_found'],
    ['a missing method is 401 before 405', { method: 'DELETE', path: '/things' }, anonymous, '401 missing_token'],
    ['a missing method is 401 with a bad token', { method: 'DELETE', path: '/things' }, badToken, '401 invalid_token'],
    [
      'a missing method is 405 once signed in',
      { method: 'DELETE', path: '/things' },
      aMember(),
      '405 method_not_allowed',
    ],
    [
      'an anonymous caller is 401 before 422',
      { method: 'POST', path: '/things', body: {} },
      anonymous,
      '401 missing_token',
    ],
    [
      'a member without the right is 403 before 415',
      { method: 'POST', path: '/things', body: wrongMedia },
      reader,
      '403 access_level_too_low',
    ],
    [
      'a member without the right is 403 before 422',
      { method: 'POST', path: '/things', body: {} },
      reader,
      '403 access_level_too_low',
    ],
    [
      'a member never learns that an id is wrong',
      { method: 'PUT', path: '/things/0', body: {} },
      aMember(),
      '403 admin_required',
    ],
    [
      'a wrong media type is 415',
      { method: 'POST', path: '/things', body: wrongMedia },
      aMember(),
      '415 unsupported_media_type',
    ],
    ['a missing body is 422', { method: 'POST', path: '/things' }, aMember(), '422 body_required'],
    ['a wrong body is 422', { method: 'POST', path: '/things', body: {} }, aMember(), '422 validation_failed'],
    ['an unknown parameter is 422', { path: '/things', query: [['a', '1']] }, aMember(), '422 unknown_parameter'],
    [
      'a query on a POST is 422',
      { method: 'POST', path: '/things', query: [['name', 'a']], body: { name: 'a' } },
      aMember(),
      '422 unknown_parameter',
    ],
    [
      'an id that nothing can have is 404',
      { method: 'PUT', path: '/things/007', body: {} },
      anAdministrator(),
      '404 not_found',
    ],
    ['a good request is 200', { method: 'POST', path: '/things', body: { name: 'a' } }, aMember(), '200 done'],
    ['an open route answers anonymous callers', { path: '/open' }, anonymous, '200 done'],
    ['an open route answers a bad token too', { path: '/open' }, badToken, '200 done'],
    [
      'an open route still checks its parameters',
      { path: '/open', query: [['count', 'x']] },
      anonymous,
      '422 validation_failed',
    ],
    [
      'a due change of password is 403',
      { path: '/things' },
      aMember({ mustChangePassword: true }),
      '403 password_change_required',
    ],
  ])('%s', async (_, parts, who, expected) => {
    expect(await reported(inventory, parts, who)).toBe(expected);
  });
});

describe('an answer', () => {
  it('has its tag in quotes', async () => {
    expect((await ask(inventory, { path: '/open' })).headers.etag).toBe('"3.1"');
  });

  it('to HEAD is that to GET', async () => {
    expect(await ask(inventory, { method: 'HEAD', path: '/things' })).toEqual(
      await ask(inventory, { path: '/things' }),
    );
  });

  it('to OPTIONS names the methods without authentication', async () => {
    expect(await ask(inventory, { method: 'OPTIONS', path: '/things' }, badToken)).toEqual({
      status: 204,
      headers: { allow: 'GET, POST, HEAD, OPTIONS' },
      body: undefined,
    });
  });

  it('keeps what caches may do apart by path', async () => {
    expect((await ask(inventory, { path: '/things' })).headers['cache-control']).toBe('private, no-cache');
    const cacheControl = (path: string) =>
      presentAnswer({ status: 200, body: {} }, aRequest({ path }), { effect: 'read' }).headers['cache-control'];
    expect(cacheControl('/users/5')).toBe('no-store');
    expect(cacheControl('/usersandmore')).toBe('private, no-cache');
  });
});

describe('a refusal', () => {
  it('is a problem document with a link to each field', async () => {
    const { body, contentType, headers } = await ask(inventory, {
      method: 'POST',
      path: '/things',
      prefix: '/api',
      body: { nmae: 'a' },
    });
    expect(contentType).toBe('application/problem+json');
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      type: 'urn:inventory:problem:validation_failed',
      title: 'Validation failed',
      status: 422,
      detail: '2 fields are not valid.',
      instance: '/api/things',
      code: 'validation_failed',
      request_id: 'request-1',
      errors: expect.arrayContaining([
        { field: 'name', pointer: '/name', code: 'required', message: 'It is required.' },
        { field: 'nmae', pointer: '/nmae', code: 'unknown_field', message: 'There is no such field.' },
      ]),
    });
  });

  it('of a parameter places it in the query', async () => {
    const { body } = await ask(inventory, { path: '/things', query: [['count', 'x']] });
    expect(body).toMatchObject({ errors: [{ field: 'count', in: 'query', code: 'wrong_type' }] });
  });

  it('of a line is placed in the list', () => {
    const fields = [{ path: ['operations', 3, 'unitCost'], code: 'out_of_range', message: 'No.' }];
    const error = new DomainError('invalid', 'out_of_range', 'No.', { fields });
    expect(problemOf(error, { status: 422, request: aRequest() })).toMatchObject({
      errors: [{ field: 'operations[3].unit_cost', pointer: '/operations/3/unit_cost' }],
    });
  });

  it('names the way to sign in without a token', async () => {
    expect((await ask(inventory, { path: '/things' }, anonymous)).headers['www-authenticate']).toBe(
      'Bearer realm="inventory"',
    );
  });

  it('of a bad token states so', async () => {
    expect((await ask(inventory, { path: '/things' }, badToken)).headers['www-authenticate']).toBe(
      'Bearer realm="inventory", error="invalid_token"',
    );
  });

  it('of a method names the others', async () => {
    expect((await ask(inventory, { method: 'PATCH', path: '/things' })).headers.allow).toBe('GET, POST, HEAD, OPTIONS');
  });

  it('for now has the time to retry', async () => {
    const { status, headers } = await ask(inventory, { path: '/busy' });
    expect({ status, after: headers['retry-after'] }).toEqual({ status: 503, after: '7' });
  });

  it('hides a failure and hands it to the log', async () => {
    const { status, body } = await ask(inventory, { path: '/broken' });
    expect({ status, body }).toMatchObject({ status: 500, body: { code: 'internal_error' } });
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(failures).toEqual([expect.any(TypeError)]);
  });
});
