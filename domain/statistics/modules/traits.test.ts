/** Traits against R (`cor.test`, `anova(lm())`, `p.adjust`) for real networks, and their edges. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { adjustPValues, type Trait, traitCell, traitOf } from './traits.ts';

const data = path.resolve(import.meta.dirname, '../../..', process.env.OMICON_TEST_DATA ?? '../shared/data');
const isPresent = existsSync(`${data}/r-answers`);
const isRequired = process.env.CI === 'true';

interface Answer {
  input: { root: string; network: string; data_set: string };
  left_out: Record<string, string>;
  attributes: Record<
    string,
    {
      kind: string;
      n: number;
      zero?: string;
      group_n?: Record<string, number>;
      joined_as_others?: string[];
      cells: { module: string[]; r?: number[]; R2?: number[]; p: number[]; q: number[] };
    }
  >;
}

function readCsv(file: string): string[][] {
  return Papa.parse<string[]>(readFileSync(file, 'utf8'), { skipEmptyLines: true }).data;
}

/** Eigengenes by module, in the order of `samples`. */
function readEigengenes(folder: string): { samples: string[]; eigengenes: Map<string, Float64Array> } {
  const [file = ''] = globSync('Module_eigengenes*.csv', { cwd: folder });
  const [header = [], ...rows] = readCsv(path.join(folder, file));
  const first = header.indexOf('Sample') + 1;
  const modules = header.slice(first);
  return {
    samples: rows.map((row) => row[first - 1] ?? ''),
    eigengenes: new Map(
      modules.map((module, at) => [module, Float64Array.from(rows, (row) => Number(row[first + at]))]),
    ),
  };
}

/** Attributes of the data set by name, one cell for each of `samples`. */
function readAttributes(dataSet: string, samples: readonly string[]): Map<string, (string | null)[]> {
  const [header = [], ...rows] = readCsv(dataSet.replace(/\.csv$/, '_sample_attributes.csv'));
  const label = header.indexOf('Label');
  const rowOf = new Map(rows.map((row) => [row[label], row]));
  return new Map(header.map((name, at) => [name, samples.map((sample) => rowOf.get(sample)?.[at] ?? null)]));
}

const isTrait = (trait: Trait | string): trait is Trait => typeof trait !== 'string';
const answers = isPresent
  ? readdirSync(`${data}/r-answers`).filter((name) => name.startsWith('traits_'))
  : [];

test('the results of R are present where the checks require them', () => {
  if (isRequired) expect(answers.length).toBeGreaterThan(5);
});

describe.each(answers)('%s', (name) => {
  const answer: Answer = JSON.parse(readFileSync(`${data}/r-answers/${name}`, 'utf8'));
  const root = path.join(data, answer.input.root);
  const { samples, eigengenes } = readEigengenes(path.join(root, answer.input.network));
  const attributes = readAttributes(path.join(root, answer.input.data_set), samples);
  const traits = [...attributes].map(([attribute, cells]) => traitOf(attribute, cells));

  test('has the same traits, of the same kinds and groups, and leaves out the same attributes', () => {
    const kinds = traits
      .filter(isTrait)
      .map(({ attribute, kind, samples: { length } }) => [attribute, kind, length]);
    expect(kinds).toEqual(
      Object.entries(answer.attributes).map(([attribute, { kind, n }]) => [attribute, kind, n]),
    );
    const reasons = [...attributes.keys()].flatMap((attribute, at) => {
      const trait = traits[at];
      return typeof trait === 'string' ? [[attribute, trait]] : [];
    });
    expect(Object.fromEntries(reasons)).toEqual(answer.left_out);
    for (const trait of traits.filter(isTrait)) {
      const expected = answer.attributes[trait.attribute];
      expect(Object.fromEntries(trait.groups.map(({ name: group, n }) => [group, n]))).toEqual(
        expected?.group_n ?? {},
      );
      expect(trait.joined).toEqual(expected?.joined_as_others ?? []);
      if (trait.kind === 'two values') expect(trait.groups[0]?.name).toBe(expected?.zero);
    }
  });

  test('has the same r, R2, P and q', () => {
    const cells: { own: number; expected: number; p: number; expectedP: number; q: number }[] = [];
    for (const trait of traits.filter(isTrait)) {
      const expected = answer.attributes[trait.attribute]?.cells;
      for (const [at, module] of (expected?.module ?? []).entries()) {
        const cell = traitCell(eigengenes.get(module) ?? new Float64Array(), trait);
        cells.push({
          own: cell?.r ?? cell?.r2 ?? Number.NaN,
          expected: (expected?.r ?? expected?.R2)?.[at] ?? Number.NaN,
          p: cell?.p ?? Number.NaN,
          expectedP: expected?.p[at] ?? Number.NaN,
          q: expected?.q[at] ?? Number.NaN,
        });
      }
    }
    const adjusted = adjustPValues(Float64Array.from(cells, ({ p }) => p));
    expect(cells.length).toBeGreaterThan(20);
    for (const [at, { own, expected, p, expectedP, q }] of cells.entries()) {
      expect(Math.abs(own - expected)).toBeLessThan(1e-12);
      expect(Math.abs(p / expectedP - 1)).toBeLessThan(1e-9);
      expect(Math.abs((adjusted[at] ?? Number.NaN) / q - 1)).toBeLessThan(1e-9);
    }
  });
});

describe('a trait', () => {
  test('needs four samples and two values', () => {
    expect(traitOf('Grade', ['II', 'II', null, 'IV'])).toBe('fewer than 4 samples');
    expect(traitOf('Grade', ['II', 'II', 'II', 'II', 'NA'])).toBe('one value');
    expect(traitOf('Note', ['a', 'b', 'c', 'd'])).toBe('one value');
    expect(traitOf('Ion', ['Na', 'Na', 'K', 'K', 'NA'])).toMatchObject({ samples: [0, 1, 2, 3] });
    expect(traitOf('MONDO_ID', ['a', 'a', 'b', 'b'])).toBe('identifier');
  });

  test('with fewer than five different numbers is one of groups, and so is a batch with more', () => {
    expect(traitOf('Grade', ['1', '1', '2', '2', '3', '3'])).toMatchObject({ kind: 'groups' });
    expect(traitOf('Age', ['1', '2', '3', '4', '5e0'])).toMatchObject({ kind: 'numeric' });
    const batches = ['1', '1', '2', '2', '3', '3', '4', '4', '5', '5'];
    expect(traitOf('Batch', batches)).toMatchObject({ kind: 'groups' });
  });

  test('that fully explains the eigengene has R2 1, and a constant eigengene has no cell', () => {
    const trait = traitOf('Sex', ['F', 'F', 'M', 'M']);
    if (typeof trait === 'string') throw new Error(trait);
    expect(traitCell(Float64Array.of(1, 1, 2, 2), trait)).toMatchObject({ r: 1, r2: 1 });
    expect(traitCell(Float64Array.of(1, 1, 1, 1), trait)).toBeNull();
    const groups = traitOf('Grade', ['I', 'I', 'II', 'II', 'III', 'III']);
    if (typeof groups === 'string') throw new Error(groups);
    expect(traitCell(Float64Array.of(1, 1, 2, 2, 3, 3), groups)).toEqual({ r: null, r2: 1, p: 0 });
    // The mean of .1 has a rounding error.
    for (const level of [0, 7, 0.1]) expect(traitCell(new Float64Array(6).fill(level), groups)).toBeNull();
  });

  test('with its two values exchanged changes the sign of r and nothing else', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: -5, max: 5, noNaN: true }), fc.boolean()), {
          minLength: 6,
          maxLength: 40,
        }),
        (pairs) => {
          const eigengene = Float64Array.from(pairs, ([value]) => value);
          const [one, other] = [false, true].map((isSwapped) =>
            traitOf(
              'Sex',
              pairs.map(([, isFirst]) => (isFirst === isSwapped ? 'F' : 'M')),
            ),
          );
          if (typeof one !== 'object' || typeof other !== 'object' || one.joined.length > 0) return;
          const [a, b] = [traitCell(eigengene, one), traitCell(eigengene, other)];
          expect(b?.r ?? null).toBeCloseTo(-(a?.r ?? 0), 12);
          expect(b?.p ?? null).toBeCloseTo(a?.p ?? 0, 9);
        },
      ),
    );
  });
});

test('adjusted P values keep the order of the P values and are never below them', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (values) => {
      const pValues = Float64Array.from(values);
      const adjusted = adjustPValues(pValues);
      for (const [at, p] of values.entries()) {
        expect(adjusted[at]).toBeGreaterThanOrEqual(p * (1 - 1e-12));
        for (const [other, q] of values.entries())
          if (p < q) expect(adjusted[at]).toBeLessThanOrEqual(adjusted[other] ?? 0);
      }
    }),
  );
});

describe('by hand', () => {
  const groups = traitOf('Histology', ['a', 'a', 'b', 'b', 'c', 'c', 'NA', null]);
  if (!isTrait(groups)) throw new Error(groups);

  test('NA and empty cells are no values, and samples keep their index', () => {
    expect(groups.samples).toEqual([0, 1, 2, 3, 4, 5]);
    const later = traitOf('Sex', ['NA', '', 'F', 'F', 'M', 'M']);
    expect(later).toMatchObject({ kind: 'two values', samples: [2, 3, 4, 5] });
  });

  test('the eigengene is read at the samples that have a value', () => {
    const later = traitOf('Sex', [null, 'NA', 'F', 'F', 'M', 'M']);
    if (!isTrait(later)) throw new Error(later);
    expect(traitCell(Float64Array.of(9, -9, 0, 0, 1, 1), later)?.r).toBeCloseTo(1, 12);
  });

  // Means 2, 4 and 6: the sum of squares is 16 between groups and 6 within.
  // With 2 degrees of freedom between groups, P is (df2 / (df2 + 2 F)) ^ (df2 / 2).
  test('three groups of two: F = 4 on 2 and 3 degrees of freedom has P = (3 / 11) ^ 1.5', () => {
    const cell = traitCell(Float64Array.of(1, 3, 3, 5, 5, 7, 99, 99), groups);
    expect(cell?.r2).toBeCloseTo(16 / 22, 12);
    expect(cell?.p).toBeCloseTo((3 / 11) ** 1.5, 12);
  });

  test('adjusted P values are those of R: p.adjust(c(.01, .04, NA, .03, .02), "BH")', () => {
    const adjusted = adjustPValues(Float64Array.of(0.01, 0.04, Number.NaN, 0.03, 0.02));
    expect(Array.from(adjusted, (q) => Number(q.toFixed(12)))).toEqual([0.04, 0.04, Number.NaN, 0.04, 0.04]);
    const falling = adjustPValues(Float64Array.of(0.01, 0.011, 0.5));
    expect(Array.from(falling, (q) => Number(q.toFixed(12)))).toEqual([0.0165, 0.0165, 0.5]);
  });
});

test('one odd cell makes no groups of numbers', () => {
  const days = Array.from({ length: 9 }, (_, at) => String(100 * (at + 1)));
  const trait = traitOf('Survival_Days', [...days, '> 3000', null, '> 3000', '1,5']);
  expect(trait).toMatchObject({
    kind: 'numeric',
    samples: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    notNumbers: [
      { value: '> 3000', n: 2 },
      { value: '1,5', n: 1 },
    ],
  });
});
