import { expect, it } from 'vitest';
import { changeOf } from '../../packages/desk/src/looks/figures.tsx';

it.each([
  [15, 10, 0.5],
  [5, -10, 1.5],
  [0, 0, 0],
  [0, -0, 0],
  [3, 0, Number.POSITIVE_INFINITY],
  [-3, 0, Number.NEGATIVE_INFINITY],
  [-3, -0, Number.NEGATIVE_INFINITY],
])('the change to %d from %d is %d', (now, before, change) => {
  expect(changeOf(now, before)).toBe(change);
});
