import { spawnSync } from 'node:child_process';
import { type ComparisonTable, compareGroups } from '@omicon/domain/statistics/comparison/compare-groups.ts';
import { covariateOf } from '@omicon/domain/statistics/comparison/covariates.ts';
import {
  COMPARISON_TESTS,
  type ComparisonTest,
  takesTwoGroups,
} from '@omicon/domain/statistics/comparison/tests.ts';
import { featureMatrix } from '@omicon/domain/statistics/matrix.ts';
import { expect, test } from 'vitest';
import { codeLines } from './code-lines.ts';

const GROUPS = [
  { name: 'Grade 3', samples: ['GSM1', 'GSM2', 'GSM3'] },
  { name: 'Grade "4"', samples: ['GSM4', 'GSM5', 'GSM6'] },
  { name: 'NA', samples: ['GSM7', 'GSM8', 'GSM9'] },
];

const groupsOf = (each: ComparisonTest) => (takesTwoGroups(each) ? GROUPS.slice(0, 2) : GROUPS);

function linesOf(
  test: ComparisonTest,
  body: { is_paired?: boolean; adjust_for?: string[] } = {},
  groups = groupsOf(test),
) {
  return codeLines('R', { address: '', body, test, groups });
}

test('every script has its groups, its test and its covariates', () => {
  for (const each of COMPARISON_TESTS) {
    expect(linesOf(each)).toContain('"Grade \\"4\\"" = c("GSM4", "GSM5", "GSM6")');
    expect(linesOf(each).includes('library(limma)')).toBe(each.startsWith('moderated'));
  }
  expect(linesOf('moderated-t')).toContain('coef = ncol(design),');
  expect(linesOf('moderated-f')).toContain('coef = ncol(design) - 1:0,');
  expect(linesOf('welch')).toContain('t.test(a, b)');
  expect(linesOf('rank-sum')).toContain('wilcox.test(a, b)');
  expect(linesOf('kruskal-wallis')).toContain('kruskal.test');
  expect(linesOf('moderated-t', { is_paired: true })).toContain(
    'x[, groups[[1]], drop = FALSE] - x[, groups[[2]], drop = FALSE]',
  );
  expect(linesOf('rank-sum', { is_paired: true })).toContain('wilcox.test(a, b, paired = TRUE)');
  expect(linesOf('moderated-t', { adjust_for: ['Age', 'Batch'] })).toContain(
    'lapply(c("Age", "Batch"), covariate)',
  );
});

const canRun = (code: string) => spawnSync('Rscript', ['--vanilla', '-e', code]).status === 0;
const hasR = canRun('1');
const hasLimma = canRun('library(limma)');
const SAMPLES = Array.from({ length: 9 }, (_, at) => `GSM${at + 1}`);
const ATTRIBUTES = {
  Age: ['31', '44', '58', '39', '62', '47', '55', '28', '70'],
  Batch: ['1', '2', '3', '1', '2', '2', '1', '2', '1'],
  Center: ['A', 'B', 'C', 'A', 'B', 'B', 'A', 'B', 'A'],
};
/** Missing values: one of a group, two of the reference, all of the third group, and the only sample of a batch. */
const MISSING: Readonly<Record<number, readonly number[]>> = {
  4: [1],
  5: [6, 7],
  8: [6, 7, 8],
  10: [2],
  11: [0, 4],
};
const ROWS = Array.from({ length: 24 }, (_, feature) =>
  SAMPLES.map((_, sample) => {
    if (MISSING[feature]?.includes(sample) === true) return Number.NaN;
    const value = Math.sin(feature * 3.7 + sample * 1.9) + (sample < 3 ? feature / 6 : 0);
    return feature === 7 ? 1 : feature % 3 === 0 ? Math.round(2 * value) : value;
  }),
);

/** Runs the lines of the page. @returns columns of the last value by name, for every feature in its order */
function runInR(code: string, matrix = ROWS): Map<string, Record<string, number>> {
  const rows = matrix.map((row) => row.map((value) => (Number.isNaN(value) ? 'NA' : value)).join(', '));
  const texts = (values: readonly string[]) => values.map((value) => `"${value}"`).join(', ');
  const head = `x <- matrix(c(${rows.join(', ')}), ${rows.length}, byrow = TRUE,
  dimnames = list(paste0("F", seq_len(${rows.length}) - 1), c(${texts(SAMPLES)})))
samples <- data.frame(Age = c(${texts(ATTRIBUTES.Age)}), Batch = c(${texts(ATTRIBUTES.Batch)}),
  Center = c(${texts(ATTRIBUTES.Center)}), row.names = colnames(x))\n`;
  const last = code.split('\n').at(-1) ?? '';
  const whole = `${head}${code.slice(0, code.length - last.length)}answer <- ${last}
answer <- data.frame(answer)
cat("feature", colnames(answer), "\\n")
write.table(format(answer, digits = 15), quote = FALSE, col.names = FALSE)`;
  const { stdout, stderr, status } = spawnSync('Rscript', ['--vanilla', '-'], {
    input: whole,
    encoding: 'utf8',
  });
  expect(stderr.includes('Error'), stderr).toBe(false);
  expect(status).toBe(0);
  const [names = [], ...lines] = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return new Map(
    lines.map(([feature = '', ...figures]) => [
      feature,
      Object.fromEntries(figures.map((figure, at) => [names[at + 1], Number(figure)])),
    ]),
  );
}

interface Compared {
  adjustFor?: readonly (keyof typeof ATTRIBUTES)[];
  named?: typeof GROUPS;
  rows?: typeof ROWS;
}

function compared(
  each: ComparisonTest,
  isPaired: boolean,
  { adjustFor = [], named = groupsOf(each), rows = ROWS }: Compared = {},
) {
  const groups = named.map(({ samples }) => Uint32Array.from(samples, (name) => SAMPLES.indexOf(name)));
  const all = groups.flatMap((group) => [...group]);
  const covariates = adjustFor.flatMap((name) => covariateOf(name, ATTRIBUTES[name], all).columns);
  return compareGroups(featureMatrix(rows), { test: each, groups, isPaired, covariates });
}

function expectInR(
  found: ReadonlyMap<string, Record<string, number>>,
  table: ComparisonTable,
  columns: { statistic: string; p: string; q: string; difference?: string },
) {
  const tested = [...found].filter(([, row]) => Number.isFinite(row[columns.p]));
  expect(tested.map(([feature]) => feature).toSorted()).toEqual(
    [...table.features].map((feature) => `F${feature}`).toSorted(),
  );
  for (const [at, feature] of table.features.entries()) {
    const row = found.get(`F${feature}`) ?? {};
    expect(row[columns.statistic], `F${feature}`).toBeCloseTo(table.statistic[at] ?? 0, 9);
    expect(row[columns.p], `F${feature}`).toBeCloseTo(table.p[at] ?? 0, 9);
    expect(row[columns.q], `F${feature}`).toBeCloseTo(table.q[at] ?? 0, 9);
    if (columns.difference !== undefined)
      expect(row[columns.difference], `F${feature}`).toBeCloseTo(table.difference[at] ?? 0, 9);
  }
}

test.runIf(hasR).each<[ComparisonTest, boolean]>([
  ['welch', false],
  ['welch', true],
  ['rank-sum', false],
  ['rank-sum', true],
  ['kruskal-wallis', false],
])(
  'the lines of %s (paired: %s) run in R and give the numbers of the page',
  (each, is_paired) => {
    const found = runInR(linesOf(each, { is_paired }));
    expectInR(found, compared(each, is_paired), { statistic: 'statistic', p: 'p', q: 'q' });
  },
  30_000,
);

test.runIf(hasLimma).each<[string, boolean, (keyof typeof ATTRIBUTES)[]]>([
  ['alone', false, []],
  ['paired', true, []],
  ['adjusted for numbers', false, ['Age']],
  ['adjusted for values', false, ['Batch']],
  ['adjusted for both', false, ['Age', 'Batch']],
  ['adjusted twice for the same', false, ['Batch', 'Center']],
])(
  'the lines of moderated t, %s, give the numbers of the page in limma',
  (_, is_paired, adjust_for) => {
    const found = runInR(linesOf('moderated-t', { is_paired, adjust_for }));
    const columns = { statistic: 't', p: 'P.Value', q: 'adj.P.Val', difference: 'logFC' };
    expectInR(found, compared('moderated-t', is_paired, { adjustFor: adjust_for }), columns);
  },
  30_000,
);

test.runIf(hasLimma).each<[string, (keyof typeof ATTRIBUTES)[]]>([
  ['alone', []],
  ['adjusted for numbers', ['Age']],
  ['adjusted for values', ['Batch']],
  ['adjusted twice for the same', ['Batch', 'Center']],
])(
  'the lines of moderated F, %s, give the numbers of the page in limma',
  (_, adjust_for) => {
    for (const named of [GROUPS, GROUPS.slice(0, 2)]) {
      const found = runInR(linesOf('moderated-f', { adjust_for }, named));
      expectInR(found, compared('moderated-f', false, { adjustFor: adjust_for, named }), {
        statistic: 'F',
        p: 'P.Value',
        q: 'adj.P.Val',
      });
    }
  },
  30_000,
);

test.runIf(hasLimma).each<[ComparisonTest, boolean, string]>([
  ['moderated-t', false, 't'],
  ['moderated-t', true, 't'],
  ['moderated-f', false, 'F'],
  ['welch', true, 'statistic'],
  ['rank-sum', true, 'statistic'],
  ['kruskal-wallis', false, 'statistic'],
])(
  'the lines of %s (paired: %s) take a data set with one feature',
  (each, is_paired, statistic) => {
    const rows = ROWS.slice(1, 2);
    // limma drops the name of a single feature.
    const found = [...runInR(linesOf(each, { is_paired }), rows).values()];
    const table = compared(each, is_paired, { rows });
    expect(found.map((row) => row[statistic])).toEqual([expect.closeTo(table.statistic[0] ?? Number.NaN, 9)]);
    expect(found.map((row) => row['P.Value'] ?? row.p)).toEqual([
      expect.closeTo(table.p[0] ?? Number.NaN, 9),
    ]);
  },
  30_000,
);
