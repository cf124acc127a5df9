import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GroupOfValues, jitterOf, layoutGroups, MAX_POINTS } from './groups-layout.ts';
import { layoutMatrix, lettersOf } from './matrix-layout.ts';
import { layoutPoints } from './points-layout.ts';
import { atRiskAt, layoutSurvival, type SurvivalCurve } from './survival-layout.ts';
import { placeNames, strengthsOf, topFeatures, widthOfName, writePValue } from './volcano.ts';

const BOX = { lower_whisker: 1, lower_quartile: 2, median: 3, upper_quartile: 4, upper_whisker: 5 };

function group(part: Partial<GroupOfValues>): GroupOfValues {
  return {
    group: 'Primary',
    facet: null,
    samples: ['GSM1', 'GSM2', 'GSM3', 'GSM4', 'GSM5'],
    values: [1, 2, 3, 4, 5],
    box: BOX,
    density: { at: [1, 3, 5], density: [0.1, 0.4, 0.1] },
    ...part,
  };
}

describe('values by groups', () => {
  test('are points around their box, each in its own band', () => {
    const { marks, floor } = layoutGroups([group({}), group({ group: 'Recurrent' })], 600);
    const [first, second] = marks;
    expect(first?.violin).toBeNull();
    expect(first?.points).toHaveLength(5);
    expect(first?.points[2]?.y).toBeCloseTo(first?.box.median ?? 0);
    expect((first?.x ?? 0) + (first?.width ?? 0) / 2).toBeLessThan(
      (second?.x ?? 0) - (second?.width ?? 0) / 2,
    );
    for (const { x, y } of first?.points ?? []) {
      expect(Math.abs(x - (first?.x ?? 0))).toBeLessThanOrEqual((first?.width ?? 0) / 2);
      expect(y).toBeLessThanOrEqual(floor);
    }
  });

  test('are a violin above 500, as wide as the band where the density is highest', () => {
    const values = Array.from({ length: MAX_POINTS + 1 }, (_, index) => 1 + (index % 5));
    const [mark] = layoutGroups(
      [group({ values, samples: values.map((_, index) => `GSM${index}`) })],
      400,
    ).marks;
    expect(mark?.points).toEqual([]);
    const right = (mark?.x ?? 0) + (mark?.width ?? 0) / 2;
    const drawn = [...(mark?.violin ?? '').matchAll(/[ML](-?[\d.]+),/g)].map(([, x]) => Number(x));
    expect(Math.max(...drawn)).toBeCloseTo(right, 1);
    expect(Math.min(...drawn)).toBeCloseTo(right - (mark?.width ?? 0), 1);
  });

  test('have a mark at the named sample, in its own group, also on a violin', () => {
    const others = { samples: ['GSM6', 'GSM7'], values: [4, 5] };
    const points = layoutGroups([group({}), group(others)], 600, 'GSM2').marks;
    const [own] = points[0]?.points.slice(1) ?? [];
    expect(points.map(({ marked }) => marked)).toEqual([{ x: own?.x, y: own?.y }, null]);
    const values = Array.from({ length: MAX_POINTS + 1 }, (_, index) => 1 + (index % 5));
    const samples = values.map((_, index) => `GSM${index}`);
    const [violin] = layoutGroups([group({ values, samples })], 600, 'GSM4').marks;
    expect(violin?.marked?.y).toBeCloseTo(violin?.box.upper_whisker ?? 0);
  });

  test('are titled once per facet', () => {
    const groups = [group({ facet: 'F' }), group({ facet: 'F', group: 'Recurrent' }), group({ facet: 'M' })];
    expect(layoutGroups(groups, 600).facets.map(({ facet }) => facet)).toEqual(['F', 'M']);
  });

  test('that are all equal, or none, are drawn in the middle', () => {
    const flat = { lower_whisker: 7, lower_quartile: 7, median: 7, upper_quartile: 7, upper_whisker: 7 };
    const { marks, floor } = layoutGroups([group({ values: [7], samples: ['GSM1'], box: flat })], 400);
    expect(marks[0]?.points[0]?.y).toBeCloseTo((floor + 22) / 2);
    expect(layoutGroups([], 400).marks).toEqual([]);
  });

  test('lie in the same place every time', () => {
    expect(jitterOf(0)).toBe(-0.5);
    const offsets = Array.from({ length: 50 }, (_, member) => jitterOf(member));
    expect(Math.max(...offsets) - Math.min(...offsets)).toBeGreaterThan(0.9);
  });
});

describe('points on two axes', () => {
  test('always lie inside the picture', () => {
    const pairs = fc.array(
      fc.tuple(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      ),
    );
    fc.assert(
      fc.property(pairs, (drawn) => {
        const layout = layoutPoints(
          drawn.map(([x]) => x),
          drawn.map(([, y]) => y),
          500,
        );
        for (const { x, y } of layout.points) {
          expect(x).toBeGreaterThanOrEqual(layout.left - 1e-6);
          expect(x).toBeLessThanOrEqual(500);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(layout.floor + 1e-6);
        }
      }),
    );
  });

  test('a level is in sight where no point is beyond it, and between the points otherwise', () => {
    const beyond = layoutPoints([1, 2, 3], [-1.5, 0, 1.5], 600, [-2]);
    expect(beyond.points).toHaveLength(3);
    expect(beyond.toY(-2)).toBeGreaterThan(beyond.points[0]?.y ?? Number.POSITIVE_INFINITY);
    expect(beyond.toY(-2)).toBeLessThanOrEqual(beyond.floor);
    const between = layoutPoints([1, 2, 3], [-4, 0.1, 0.2], 600, [-2]);
    expect(between.points[0]?.y).toBeGreaterThan(between.toY(-2));
    expect(between.points[1]?.y).toBeLessThan(between.toY(-2));
  });

  test('need as many x as y', () => {
    expect(() => layoutPoints([1, 2], [1], 500)).toThrow(RangeError);
  });
});

describe('a matrix', () => {
  test('has more room above for long names of columns, up to 24 letters', () => {
    const topFor = (...names: string[]) =>
      layoutMatrix({ rows: 2, columns: names.length, letters: lettersOf(names) }, 600).top;
    expect(topFor('turquoise', 'red')).toBe(96);
    expect(topFor('green, TCGA GBM', 'red, TCGA LGG Agilent')).toBe(96 + 5 * 5);
    expect(topFor('x'.repeat(60))).toBe(topFor('x'.repeat(24)));
  });

  test('leaves room for the slanted name of its last column', () => {
    const { left, cell, width } = layoutMatrix({ rows: 17, columns: 17, letters: 6 }, 340);
    expect(width - left - 16.5 * cell.width).toBeGreaterThan(6 * 3.7);
    // Columns too narrow for names take the room.
    const narrow = layoutMatrix({ rows: 60, columns: 60, letters: 6 }, 340);
    expect([narrow.hasColumnNames, narrow.left + 60 * narrow.cell.width]).toEqual([false, 340 - 8]);
  });
});

describe('a volcano', () => {
  const frame = { left: 60, width: 600, floor: 316 };

  test('names of features do not overlap, nor leave the plot; the smallest P chooses first', () => {
    const at = fc.record({
      name: fc.constantFrom('SNN', 'ANK2', 'GPRC5B', 'MAPK10', 'ENSG00000141510'),
      x: fc.integer({ min: 60, max: 600 }),
      y: fc.integer({ min: 12, max: 316 }),
    });
    fc.assert(
      fc.property(fc.array(at, { maxLength: 12 }), (points) => {
        const named = points.map((point, index) => ({ index, ...point }));
        const boxes = placeNames(named, frame).map(({ index, x, y, anchor }) => {
          const size = widthOfName(named[index]?.name ?? '');
          return {
            index,
            left: anchor === 'start' ? x : x - size,
            right: anchor === 'start' ? x + size : x,
            y,
          };
        });
        for (const box of boxes) {
          expect(box.left >= 60 && box.right <= 600 && box.y > 0 && box.y <= 316).toBe(true);
          for (const other of boxes)
            if (other.index < box.index)
              expect(
                box.right < other.left || other.right < box.left || Math.abs(box.y - other.y) >= 12,
              ).toBe(true);
        }
        const [first] = named;
        if (first !== undefined && first.y > 40) expect(boxes[0]?.index).toBe(0);
      }),
    );
  });

  // Widths of Helvetica at 11 px, which are those of Arial and Liberation Sans.
  test.each([
    ['KDM5D', 38.5],
    ['DDX3Y', 36.7],
    ['MKI67', 31.8],
    ['WWTR1', 41.5],
    ['ILMN_1653355', 75.2],
    ['hsa-miR-21-5p', 72.7],
  ])('a name is at least as wide as it is drawn: %s', (name, drawn) => {
    expect(widthOfName(name)).toBeGreaterThan(drawn);
    expect(widthOfName(name)).toBeLessThan(1.4 * drawn + 8);
  });

  test('a lone name is above its point, towards the middle', () => {
    const named = [{ index: 3, name: 'MKI67', x: 500, y: 100 }];
    expect(placeNames(named, frame)).toEqual([{ index: 3, x: 494, y: 96, anchor: 'end' }]);
  });

  test('names the smallest P first, of equal P the larger difference', () => {
    expect(topFeatures(strengthsOf([0.5, 1e-9, 1e-9, 0]), [1, 1, -2, 0.1], 3)).toEqual([3, 2, 1]);
  });

  test('is finite where P is 0', () => {
    expect(strengthsOf([1, 0.01])).toEqual([0, 2]);
    expect(strengthsOf([0])[0]).toBeGreaterThan(323);
    expect(strengthsOf([0, 0.1], [-412.5, -1])).toEqual([412.5, 1]);
    expect(writePValue(0, -412.5)).toBe('3.16e-413');
  });
});

/** Twelve of a group: events at 5 and 8, one censored at 6. */
const CURVE: SurvivalCurve = {
  group: 'glioblastoma',
  n: 12,
  time: [5, 6, 8],
  at_risk: [12, 10, 9],
  events: [2, 0, 1],
  censored: [0, 1, 8],
  survival: [10 / 12, 10 / 12, (10 / 12) * (8 / 9)],
  lower: [0.65, 0.65, 0.54],
  upper: [1, 1, 1],
  median: null,
};

describe('a survival curve', () => {
  test('starts at 1, steps down at events and ticks where samples are censored', () => {
    const layout = layoutSurvival([CURVE], 500);
    const [mark] = layout.curves;
    expect(mark?.solid.startsWith(`M${layout.toX(0)},${layout.toY(1)}`)).toBe(true);
    expect(mark?.censored.map(({ x }) => x)).toEqual([layout.toX(6), layout.toX(8)]);
    expect(mark?.median).toBeNull();
  });

  test('is dashed from the time at which fewer than ten are at risk', () => {
    const layout = layoutSurvival([CURVE], 500);
    const [x6, y6] = [layout.toX(8), layout.toY(CURVE.survival[2] ?? 0)];
    expect(layout.curves[0]?.dashed).toContain(`M${x6},${Number(y6.toFixed(2))}`);
    const many = { ...CURVE, n: 120, at_risk: [120, 100, 90] };
    expect(layoutSurvival([many], 500).curves[0]?.dashed).toBe('');
  });

  test('counts those at risk just before a time', () => {
    expect([0, 5, 5.5, 8, 9].map((when) => atRiskAt(CURVE, when))).toEqual([12, 12, 10, 9, 0]);
  });

  test('keeps its interval where none can be estimated', () => {
    const ended = {
      ...CURVE,
      survival: [0.8, 0.8, 0],
      lower: [0.6, 0.6, Number.NaN],
      upper: [1, 1, Number.NaN],
    };
    expect(layoutSurvival([ended], 500).curves[0]?.interval).not.toContain('NaN');
  });
});
