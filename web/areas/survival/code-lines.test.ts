import { expect, test } from 'vitest';
import { codeLines } from './code-lines.ts';
import { bodyOf, survivalShape } from './survival-query.ts';

const FOLLOW_UP = { time: 'Survival_Days', event: 'Vital_Status', observed: ['Dead'] };

test('the script has the curves, the test and the model of the page', () => {
  const body = bodyOf(survivalShape.parse({ by: 'attribute:Sex', adjust: 'Age' }));
  const subject = { kind: 'groups' as const, name: 'Sex', cuts: [], is_chosen: false };
  expect(codeLines('R (survival)', { address: '', body, found: { ...FOLLOW_UP, subject } })).toBe(
    `library(survival)
# samples: the sample table of the data set
y <- Surv(as.numeric(samples[["Survival_Days"]]), samples[["Vital_Status"]] %in% c("Dead"))
x <- factor(samples[["Sex"]])
group <- x
survfit(y ~ group, conf.type = "log")
survdiff(y ~ group)
fit <- coxph(y ~ x + samples[["Age"]], ties = "efron")
summary(fit)
cox.zph(fit)`,
  );
});

test('without a subject the script has one curve', () => {
  const body = bodyOf(survivalShape.parse({}));
  const code = codeLines('R (survival)', { address: '', body, found: { ...FOLLOW_UP, subject: null } });
  expect(code).toContain('survfit(y ~ 1, conf.type = "log")');
  expect(code).not.toContain('coxph');
});
