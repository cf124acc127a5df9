import { spawnSync } from 'node:child_process';
import { compareGroups } from '@omicon/domain/statistics/comparison/compare-groups.ts';
import { COMPARISON_TESTS, type ComparisonTest } from '@omicon/domain/statistics/comparison/tests.ts';
import { featureMatrix } from '@omicon/domain/statistics/matrix.ts';
import { expect, test } from 'vitest';
import { codeLines } from './code-lines.ts';

const GROUPS = [
  { name: 'Grade 3', samples: ['GSM1', 'GSM2', 'GSM3'] },
  { name: 'Grade "4"', samples: ['GSM4', 'GSM5', 'GSM6'] },
  { name: 'NA', samples: ['GSM7', 'GSM8', 'GSM9'] },
];

function linesOf(test: ComparisonTest, body: { is_paired?: boolean; adjust_for?: string[] } = {}) {
  const groups = test.endsWith('-f') || test === 'kruskal-wallis' ? GROUPS : GROUPS.slice(0, 2);
  return codeLines('R', { address: '', body, test, groups });
}

test('every script has its groups, its test and its covariates', () => {
  for (const each of COMPARISON_TESTS) {
    expect(linesOf(each)).toContain('"Grade \\"4\\"" = c("GSM4", "GSM5", "GSM6")');
    expect(linesOf(each).includes('library(limma)')).toBe(each.startsWith('moderated'));
  }
  expect(linesOf('moderated-t')).toContain('coef = 2,');
  expect(linesOf('moderated-f')).toContain('coef = 2:3,');
  expect(linesOf('welch')).toContain('t.test(a, b)');
  expect(linesOf('rank-sum')).toContain('wilcox.test(a, b, exact = is_exact)');
  expect(linesOf('kruskal-wallis')).toContain('kruskal.test');
  expect(linesOf('moderated-t', { is_paired: true })).toContain('x[, groups[[1]]] - x[, groups[[2]]]');
  expect(linesOf('rank-sum', { is_paired: true })).toContain('paired = TRUE, exact = FALSE');
  expect(linesOf('moderated-t', { adjust_for: ['Age', 'Batch'] })).toContain(
    'lapply(c("Age", "Batch"), covariate)',
  );
});

const hasR = spawnSync('Rscript', ['--version']).status === 0;
const SAMPLES = Array.from({ length: 9 }, (_, at) => `GSM${at + 1}`);
const ROWS = Array.from({ length: 12 }, (_, feature) =>
  SAMPLES.map((_, sample) => {
    if (feature === 4 && sample === 1) return Number.NaN;
    const value = Math.sin(feature * 3.7 + sample * 1.9) + (sample < 3 ? feature / 6 : 0);
    return feature === 7 ? 1 : feature % 3 === 0 ? Math.round(2 * value) : value;
  }),
);

function runInR(code: string): Map<string, number[]> {
  const rows = ROWS.map((row) => row.map((value) => (Number.isNaN(value) ? 'NA' : value)).join(', '));
  const head = `x <- matrix(c(${rows.join(', ')}), ${ROWS.length}, byrow = TRUE,
  dimnames = list(paste0("F", seq_len(${ROWS.length}) - 1), c(${SAMPLES.map((name) => `"${name}"`).join(', ')})))\n`;
  const last = code.split('\n').at(-1) ?? '';
  const whole = `${head}${code.slice(0, code.length - last.length)}answer <- ${last}
write.table(format(answer, digits = 15), quote = FALSE, col.names = FALSE)`;
  const { stdout, stderr, status } = spawnSync('Rscript', ['--vanilla', '-'], {
    input: whole,
    encoding: 'utf8',
  });
  expect(stderr.includes('Error'), stderr).toBe(false);
  expect(status).toBe(0);
  return new Map(
    stdout
      .trim()
      .split('\n')
      .map((line): [string, number[]] => {
        const [name = '', ...figures] = line.split(/\s+/);
        return [name, figures.map(Number)];
      }),
  );
}

test.runIf(hasR).each<[ComparisonTest, boolean]>([
  ['welch', false],
  ['welch', true],
  ['rank-sum', false],
  ['rank-sum', true],
  ['kruskal-wallis', false],
])('the lines of %s (paired: %s) run in R and give the numbers of the page', (each, is_paired) => {
  const groups = each === 'kruskal-wallis' ? GROUPS : GROUPS.slice(0, 2);
  const table = compareGroups(featureMatrix(ROWS), {
    test: each,
    groups: groups.map(({ samples }) => Uint32Array.from(samples, (name) => SAMPLES.indexOf(name))),
    isPaired: is_paired,
    covariates: [],
  });
  const found = runInR(linesOf(each, { is_paired }));
  expect(found.size).toBe(table.features.length);
  for (const [at, feature] of table.features.entries()) {
    const [statistic = Number.NaN, p = Number.NaN, q = Number.NaN] = found.get(`F${feature}`) ?? [];
    expect(statistic).toBeCloseTo(table.statistic[at] ?? 0, 9);
    expect(p).toBeCloseTo(table.p[at] ?? 0, 9);
    expect(q).toBeCloseTo(table.q[at] ?? 0, 9);
  }
});
