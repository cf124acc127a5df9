import { spawnSync } from 'node:child_process';
import { covariateOf } from '@omicon/domain/statistics/comparison/covariates.ts';
import { coxModel } from '@omicon/domain/statistics/survival/cox.ts';
import { readFollowUp } from '@omicon/domain/statistics/survival/follow-up.ts';
import { kaplanMeier, logRank } from '@omicon/domain/statistics/survival/kaplan-meier.ts';
import {
  cutsOf,
  groupSamples,
  perStandardDeviation,
  type SurvivalSubject,
} from '@omicon/domain/statistics/survival/survival-groups.ts';
import { expect, test } from 'vitest';
import { codeLines } from './code-lines.ts';
import { bodyOf, survivalShape } from './survival-query.ts';

type Found = Parameters<typeof codeLines>[1]['found'];

const FOLLOW_UP = {
  time: 'Survival_Days',
  event: 'Vital_Status',
  observed: ['Dead'],
  unknown_events: [],
  panels: [],
};

function linesOf(
  query: object,
  subject: Omit<NonNullable<Found['subject']>, 'label'> | null,
  more: Partial<Found> = {},
) {
  const body = bodyOf(survivalShape.parse(query));
  return codeLines('R (survival)', {
    address: '',
    body,
    found: { ...FOLLOW_UP, ...more, subject: subject && { ...subject, label: subject.name } },
  });
}

test('the script has the curves, the test and the model of the page', () => {
  const subject = {
    kind: 'groups' as const,
    name: 'Sex',
    cuts: [],
    without_value: 0,
    not_numbers: [],
    is_chosen: false,
  };
  const code = linesOf({ by: 'attribute:Sex', adjust: 'Age' }, subject);
  expect(code).toContain(`time <- suppressWarnings(as.numeric(cells("Survival_Days")))
event <- cells("Vital_Status")
kept <- !is.na(time) & time >= 0 & !is.na(event)
y <- Surv(time, event %in% c("Dead"))[kept]
x <- named(cells("Sex")[kept])
group <- x
survfit(y ~ group, conf.type = "log")
survdiff(y ~ group)
fit <- coxph(y ~ x + values_of("Age"), ties = "efron")
summary(fit)
cox.zph(fit, terms = FALSE)`);
});

test('without a subject the script has one curve', () => {
  const code = linesOf({}, null);
  expect(code).toContain('survfit(y ~ 1, conf.type = "log")');
  expect(code).not.toContain('coxph');
});

test('panels are one script, of the first', () => {
  const panel = {
    facet: 'Astrocytoma',
    facet_label: null,
    n: 0,
    events: 0,
    curves: [],
    log_rank: null,
    guards: [],
    cox: null,
  };
  const code = linesOf({ facet: 'Disease' }, null, { panels: [panel] });
  expect(code).toContain('kept <- kept & cells("Disease") %in% "Astrocytoma"');
});

const hasSurvival = spawnSync('Rscript', ['--vanilla', '-e', 'library(survival)']).status === 0;
const COUNT = 48;
/**
 * A sample table with all that a page leaves out: a missing, a negative and a written time, a missing and an unknown
 * event.
 */
const TABLE = {
  Survival_Days: Array.from({ length: COUNT }, (_, at) =>
    at === 3 ? 'NA' : at === 11 ? '-5' : at === 17 ? 'unknown' : String(20 + ((at * 37) % 29) * 31),
  ),
  Vital_Status: Array.from({ length: COUNT }, (_, at) =>
    at === 6 ? '' : at === 20 ? 'Lost' : (at * 5) % 7 < 3 ? 'Alive' : 'Dead',
  ),
  Sex: Array.from({ length: COUNT }, (_, at) =>
    at === 9 ? 'NA' : (['Male', 'female', 'Other'][(at * 4) % 3] ?? ''),
  ),
  Age: Array.from({ length: COUNT }, (_, at) => (at === 14 ? '' : String(25 + ((at * 13) % 41)))),
  Batch: Array.from({ length: COUNT }, (_, at) => String(1 + (((at * 6) % 11) % 3))),
};

/** The figures of a script in R: rows of medians, of the log-rank test, of the model and of its hazards. */
function runInR(code: string): number[][] {
  const columns = Object.entries(TABLE).map(
    ([name, cells]) => `${name} = c(${cells.map((cell) => JSON.stringify(cell)).join(', ')})`,
  );
  const stored = code
    .replace(/^survfit\(/m, 'curves <- survfit(')
    .replace(/^survdiff\(/m, 'compared <- survdiff(')
    .replace(/^cox\.zph\(/m, 'hazards <- cox.zph(');
  const script = `samples <- data.frame(${columns.join(',\n')})
${stored}
show <- function(...) cat("figures", sprintf("%.15g", c(...)), "\\n")
show(summary(curves)$table[, "median"])
show(compared$chisq)
show(coef(fit))
show(sqrt(diag(vcov(fit))))
show(summary(fit)$logtest[["test"]], fit$n, fit$nevent)
show(hazards$table[seq_along(coef(fit)), "chisq"])`;
  const { stdout, stderr, status } = spawnSync('Rscript', ['--vanilla', '-'], {
    input: script,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('figures'))
    .map((line) => line.trim().split(' ').slice(1).map(Number));
}

/** The same figures as the page computes them. */
function figuresOf(
  subject: SurvivalSubject,
  adjustFor: readonly (keyof typeof TABLE)[],
  cuts: readonly number[],
) {
  const { followUp, samples } = readFollowUp(TABLE.Survival_Days, TABLE.Vital_Status);
  const groups = groupSamples(subject, [...samples], cuts);
  const compared = groups.flatMap((group) => group.samples).toSorted((a, b) => a - b);
  const covariates =
    subject.kind === 'numeric'
      ? [perStandardDeviation(subject.values, compared)]
      : groups
          .slice(1)
          .map(({ name }) =>
            Float64Array.from(subject.values, (value) =>
              value === null ? Number.NaN : value === name ? 1 : 0,
            ),
          );
  const adjusted = adjustFor.flatMap((name) => covariateOf(name, TABLE[name], compared).columns);
  const { coefficients, likelihoodRatio, n, events, hazards } = coxModel(
    followUp,
    [...covariates, ...adjusted],
    compared,
  );
  return [
    groups.map((group) => kaplanMeier(followUp, { samples: group.samples, scale: 'log' }).median),
    [
      logRank(
        followUp,
        groups.map((group) => group.samples),
      ).chiSquare,
    ],
    coefficients.map(({ coefficient }) => coefficient),
    coefficients.map(({ standardError }) => standardError),
    [likelihoodRatio.chiSquare, n, events],
    hazards?.covariates.map(({ chiSquare }) => chiSquare) ?? [],
  ];
}

const present = (cell: string) => (cell === '' || cell === 'NA' ? null : cell);
const SEX: SurvivalSubject = { kind: 'groups', name: 'Sex', values: TABLE.Sex.map(present) };
const AGE: SurvivalSubject = {
  kind: 'numeric',
  name: 'Age',
  isAttribute: true,
  values: TABLE.Age.map((cell) => Number(present(cell) ?? Number.NaN)),
};

test.runIf(hasSurvival).each<[SurvivalSubject, (keyof typeof TABLE)[]]>([
  [SEX, []],
  [SEX, ['Age', 'Batch']],
  [AGE, []],
  [AGE, ['Sex']],
])(
  'the lines run in R and give the numbers of the page, %#',
  (subject, adjustFor) => {
    const { samples } = readFollowUp(TABLE.Survival_Days, TABLE.Vital_Status);
    const cuts =
      subject.kind === 'groups'
        ? []
        : cutsOf(
            [...samples]
              .flatMap((sample) => subject.values[sample] ?? [])
              .filter((value) => !Number.isNaN(value)),
            'thirds',
          );
    const code = linesOf(
      { by: `attribute:${subject.name}`, adjust: adjustFor.join('\n') },
      { kind: subject.kind, name: subject.name, cuts, without_value: 0, not_numbers: [], is_chosen: false },
      { unknown_events: ['Lost'] },
    );
    const figures = figuresOf(subject, adjustFor, cuts);
    const found = runInR(code);
    expect(found.length).toBe(figures.length);
    figures.forEach((row, at) => {
      expect(found[at]?.length).toBe(row.length);
      row.forEach((value, column) => {
        expect(found[at]?.[column]).toBeCloseTo(value, 7);
      });
    });
  },
  30_000,
);
