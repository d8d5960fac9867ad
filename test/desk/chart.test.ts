import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChartLine, labelledPlaces, pathsOf, plotOf } from '../../packages/desk/src/kit/chart/scales.ts';

const size = { width: 600, height: 200 };
const line = (values: readonly (number | undefined)[], isOpen = false): ChartLine => ({
  id: 'a',
  name: 'A',
  values,
  tone: 'main',
  isOpen,
});

describe('a plot', () => {
  it('keeps every value inside of it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 400 }),
        (values) => {
          const plot = plotOf([line(values)], size);
          for (const value of values) {
            expect(plot.y(value)).toBeGreaterThanOrEqual(-0.01);
            expect(plot.y(value)).toBeLessThanOrEqual(200.01);
          }
          expect(plot.x(values.length - 1)).toBeLessThanOrEqual(600);
        },
      ),
    );
  });

  it('begins at nothing', () => {
    expect(plotOf([line([90, 100])], size).ticks[0]).toBe(0);
  });

  it('has lines at whole numbers where all values are whole', () => {
    expect(plotOf([line([0, 2, 1])], size).ticks).toEqual([0, 1, 2]);
    expect(plotOf([line([0, 1.5, 1])], size).ticks).toContain(0.5);
  });

  it('has a height where all is nothing', () => {
    const plot = plotOf([line([0, 0, 0])], size);
    expect(plot.y(0)).toBe(200);
    expect(plot.ticks.length).toBeGreaterThan(1);
  });

  it('finds the bucket under the pointer again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.nat(), (count, any) => {
        const plot = plotOf([line(Array.from({ length: count }, () => 1))], size);
        const place = any % count;
        expect(plot.placeAt(plot.x(place))).toBe(place);
      }),
    );
  });

  it('puts a single bucket into the middle', () => {
    expect(plotOf([line([5])], size).x(0)).toBe(300);
  });
});

describe('the paths of a line', () => {
  it('divide what is over from what is not', () => {
    const given = line([1, 2, 3], true);
    const { whole, open } = pathsOf(given, plotOf([given], size));
    expect(whole.match(/[ML]/g)).toHaveLength(2);
    expect(open.match(/[ML]/g)).toHaveLength(2);
  });

  it('leave a gap where there is no bucket', () => {
    const given = line([1, undefined, 3, 4]);
    expect(pathsOf(given, plotOf([given], size)).whole.match(/M/g)).toHaveLength(2);
  });
});

it('labels of an axis do not touch', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 100, max: 1200 }), (count, width) => {
      const places = labelledPlaces(count, width, 50);
      const step = count === 1 ? width : width / (count - 1);
      expect(places[0]).toBe(0);
      for (const [index, place] of places.slice(1).entries()) {
        expect((place - (places[index] ?? 0)) * step, `${count} in ${width}`).toBeGreaterThan(50);
      }
    }),
  );
});
