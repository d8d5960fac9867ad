import { choice, flag, integer, listOf, objectOf, record, text } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { aCategory, aLocation, aMember, anAdministrator, anItem, anOperation, aUser } from '../../support/builders.ts';
import { misfits } from '../../support/misfits.ts';
import {
  categoryShape,
  itemShape,
  locationShape,
  operationShape,
  presentCategory,
  presentItem,
  presentItemWithStock,
  presentLocation,
  presentOperation,
  presentUser,
  userShape,
} from '../internals.ts';

const shape = objectOf({
  id: integer(),
  note: text({ nullable: true }),
  kind: choice(['a']),
  more: flag({ required: false }),
  tags: listOf(text()),
  facts: record(),
});
const value = { id: 1, note: null, kind: 'a', tags: [], facts: { any: [1] } };

describe('an answer', () => {
  it('fits when it has every member', () => {
    expect(misfits(shape, value)).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['a member is missing', { ...value, id: undefined }],
    ['a member is new', { ...value, secret: 1 }],
    ['a member is null', { ...value, kind: null }],
    ['a number has decimals', { ...value, id: 1.5 }],
    ['a word is none of the choices', { ...value, kind: 'b' }],
    ['an entry of a list is something else', { ...value, tags: [1] }],
    ['it is a list', [value]],
  ])('does not fit when %s', (_, other) => {
    expect(misfits(shape, other)).not.toEqual([]);
  });
});

describe('what is published', () => {
  it.each([
    ['an item', itemShape, presentItem(anItem({ price: 123_400, reorderLevel: 5_000 }))],
    [
      'an item with its stock',
      itemShape,
      presentItemWithStock({ item: anItem(), stock: [{ locationId: 1, location: 'MAIN', quantity: 5 }] }),
    ],
    ['a category', categoryShape, presentCategory(aCategory())],
    ['a location', locationShape, presentLocation(aLocation())],
    [
      'an operation',
      operationShape,
      presentOperation(anOperation({ reference: { type: 'order', id: '1', line: null } }), { actor: aMember() }),
    ],
    ['a user for administrators', userShape, presentUser(aUser(), { actor: anAdministrator() })],
    ['a user for themselves', userShape, presentUser(aUser(), { actor: aMember() })],
    ['a user for others', userShape, presentUser(aUser({ userId: 9 }), { actor: aMember() })],
  ])('of %s fits its shape', (_, published, answer) => {
    expect(misfits(published, JSON.parse(JSON.stringify(answer)))).toEqual([]);
  });

  it('of other users is little', () => {
    expect(Object.keys(presentUser(aUser({ userId: 9 }), { actor: aMember() }))).toEqual([
      'user_id',
      'id',
      'username',
      'display_name',
      'role',
      'is_admin',
      'is_active',
      'created_at',
    ]);
  });

  it.each([
    ['its author', aMember(), 'key-1'],
    ['administrators', anAdministrator(), 'key-1'],
    ['others', aMember({ userId: 8 }), null],
  ])('of the key of an operation is for %s', (_, actor, key) => {
    expect(presentOperation(anOperation({ idempotencyKey: 'key-1' }), { actor }).idempotency_key).toBe(key);
  });
});
