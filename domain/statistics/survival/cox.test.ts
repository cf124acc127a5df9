import { describe, expect, test } from 'vitest';
import { numberAt } from '../../arrays/number-at.ts';
import { featureValues } from '../matrix.ts';
import { adjustPValues } from '../modules/traits.ts';
import { standardise } from '../moments.ts';
import {
  type Column,
  expectEqual,
  hasAnswers,
  type Input,
  type Measured,
  readAnswer,
  readAttributes,
  readEigengenes,
  readMatrix,
} from '../r-answers/read.ts';
import { type CoxModel, coxModel, coxOfMany } from './cox.ts';
import { type ReadFollowUp, readFollowUp } from './follow-up.ts';
import type { FollowUp } from './kaplan-meier.ts';

interface Answer {
  n: number;
  events: number;
  loglik_null: number;
  loglik: number;
  coefficients: Record<'coef' | 'se' | 'HR' | 'HR_low' | 'HR_high' | 'z' | 'p', Column>;
  likelihood_ratio: { chisq: number; df: number; p: number };
  zph?: { chisq: Column; df: Column; p: Column };
  schoenfeld_rho?: Record<string, number>;
}

const COX = 1e-8;

function expectModel(found: CoxModel, answer: Answer): void {
  expectEqual([found.n, found.events], [answer.n, answer.events], 1e-12);
  expectEqual([found.logLikelihoodNull, found.logLikelihood], [answer.loglik_null, answer.loglik], COX);
  const { chiSquare, df, logP } = found.likelihoodRatio;
  const { likelihood_ratio: ratio } = answer;
  expectEqual([chiSquare, df, Math.exp(logP)], [ratio.chisq, ratio.df, ratio.p], COX, 1e-6);
  // R gives where its iterations ended for a coefficient that runs off; only the others can be compared.
  const hasCoefficient = answer.coefficients.se.map((se) => Number(se) < 1000);
  expect(found.coefficients.map(({ isEstimable }) => isEstimable)).toEqual(hasCoefficient);
  found.coefficients.forEach((coefficient, at) => {
    if (!hasCoefficient[at]) return;
    const { coef, se, HR, HR_low, HR_high, z, p } = answer.coefficients;
    expectEqual(
      [
        coefficient.coefficient,
        coefficient.standardError,
        coefficient.hazardRatio,
        coefficient.low,
        coefficient.high,
        coefficient.z,
        Math.exp(coefficient.logP),
      ],
      [coef, se, HR, HR_low, HR_high, z, p].map((column) => column[at] ?? null),
      COX,
      1e-3,
    );
  });
  if (answer.zph === undefined || !hasCoefficient.every(Boolean)) return;
  const tests = [...(found.hazards?.covariates ?? []), found.hazards?.global];
  expectEqual(
    tests.map((one) => one?.chiSquare ?? Number.NaN),
    answer.zph.chisq,
    COX,
    1e-3,
  );
  expectEqual(
    tests.map((one) => Math.exp(one?.logP ?? Number.NaN)),
    answer.zph.p,
    COX,
  );
  expectEqual(
    found.hazards?.covariates.map(({ rho }) => rho) ?? [],
    Object.values(answer.schoenfeld_rho ?? {}),
    COX,
    1e-3,
  );
}

interface Followed {
  measured: Measured;
  attributes: Map<string, (string | null)[]>;
  read: ReadFollowUp;
}

function readFollowed(input: Pick<Input, 'root' | 'file'>): Followed {
  const measured = readMatrix(input);
  const attributes = readAttributes(input, measured);
  const read = readFollowUp(attributes.get('Survival_Days') ?? [], attributes.get('Vital_Status') ?? []);
  return { measured, attributes, read };
}

/** Numbers as they are; texts as indicators of each value but the first, NaN where missing. */
function termsOf(cells: readonly (string | null)[], isNumeric: boolean): Float64Array[] {
  if (isNumeric) return [Float64Array.from(cells, (cell) => (cell === null ? Number.NaN : Number(cell)))];
  const values = [...new Set(cells.filter((cell) => cell !== null))].sort();
  return values
    .slice(1)
    .map((value) =>
      Float64Array.from(cells, (cell) => (cell === null ? Number.NaN : Number(cell === value))),
    );
}

describe.runIf(hasAnswers)('Cox models equal R', () => {
  test('by attribute', () => {
    const answer = readAnswer<{
      input: Input;
      samples: number;
      events: number;
      attributes: Record<
        string,
        { kind: string; cox?: Answer; cox_per_unit?: Answer; cox_per_sd?: Answer; sd: number }
      >;
    }>('survival_attributes_TCGA_ACC_RNA_seq_EXT_A_1.json');
    const { attributes, read } = readFollowed(answer.input);
    expect([read.samples.length, read.events]).toEqual([answer.samples, answer.events]);
    for (const [name, { kind, cox, cox_per_unit, cox_per_sd, sd }] of Object.entries(answer.attributes)) {
      const terms = termsOf(attributes.get(name) ?? [], kind === 'numeric');
      if (cox) expectModel(coxModel(read.followUp, terms, read.samples), cox);
      if (cox_per_unit) expectModel(coxModel(read.followUp, terms, read.samples), cox_per_unit);
      if (cox_per_sd)
        expectModel(
          coxModel(
            read.followUp,
            terms.map((values) => values.map((value) => value / sd)),
            read.samples,
          ),
          cox_per_sd,
        );
    }
  });

  test('by feature per standard deviation, alone and adjusted', () => {
    const answer = readAnswer<{
      input: Input;
      features: Record<string, { cox_per_sd: Answer; cox_adjusted: Answer }>;
      random_features_per_sd: Record<'coef' | 'se' | 'z' | 'p' | 'lr_chisq' | 'lr_p', Column> & {
        feature: string[];
      };
    }>('survival_features_TCGA_ACC_RNA_seq_EXT_OR_QN_A_1_1_1.json');
    const { measured, attributes, read } = readFollowed(answer.input);
    const z = (feature: string) =>
      standardise(featureValues(measured.matrix, measured.features.indexOf(feature)));
    const age = termsOf(attributes.get('Age') ?? [], true);
    const sex = termsOf(attributes.get('Sex') ?? [], false);
    for (const [feature, { cox_per_sd, cox_adjusted }] of Object.entries(answer.features)) {
      expectModel(coxModel(read.followUp, [z(feature)], read.samples), cox_per_sd);
      expectModel(coxModel(read.followUp, [z(feature), ...age, ...sex], read.samples), cox_adjusted);
    }
    const { feature: features, ...random } = answer.random_features_per_sd;
    const found = coxOfMany(read.followUp, features.map(z), read.samples);
    expectColumns(found, random);
  });

  test('by all module eigengenes of a network', () => {
    const answer = readAnswer<{
      input: { root: string; network: string; data_set: string };
      modules: Record<string, Column> & { module: string[] };
    }>('survival_modules_TCGA_ACC_RNA_seq_All_0.97_10.json');
    const { root, network, data_set: file } = answer.input;
    const { read } = readFollowed({ root, file });
    const eigengenes = readEigengenes(root, network);
    const { modules } = answer;
    const found = coxOfMany(
      read.followUp,
      modules.module.map((module) => standardise(eigengenes.get(module) ?? [])),
      read.samples,
    );
    expectColumns(found, modules);
    const column = (values: (model: CoxModel) => number | undefined) =>
      Float64Array.from(found, (model) => values(model) ?? Number.NaN);
    expectEqual(
      column(({ hazards }) => hazards?.global.chiSquare),
      modules.zph_chisq ?? [],
      COX,
      1e-3,
    );
    expectEqual(
      column(({ hazards }) => hazards?.covariates[0]?.rho),
      modules.rho ?? [],
      COX,
      1e-3,
    );
    const q = adjustPValues(column(({ likelihoodRatio }) => Math.exp(likelihoodRatio.logP)));
    expectEqual(q, modules.q_lr ?? [], COX);
  });

  test('two covariates with heavy ties', () => {
    const answer = readAnswer<{
      input: { months: number[]; event: number[]; age: number[]; sex: string[] };
      cox: Answer;
    }>('survival_vectors_lgg.json');
    const { months, event, age, sex } = answer.input;
    const followUp = { time: Float64Array.from(months), event: Uint8Array.from(event) };
    const male = sex.map((value) => Number(value === 'male'));
    expectModel(coxModel(followUp, [age, male]), answer.cox);
  });
});

function expectColumns(found: readonly CoxModel[], answer: Record<string, Column>): void {
  const column = (values: (model: CoxModel) => number | undefined) =>
    found.map((model) => values(model) ?? Number.NaN);
  expectEqual(
    column(({ coefficients }) => coefficients[0]?.coefficient),
    answer.coef ?? [],
    COX,
    1e-3,
  );
  expectEqual(
    column(({ coefficients }) => coefficients[0]?.standardError),
    answer.se ?? [],
    COX,
  );
  expectEqual(
    column(({ likelihoodRatio }) => likelihoodRatio.chiSquare),
    answer.lr_chisq ?? [],
    COX,
    1e-3,
  );
}

/**
 * Survival of 23 patients with acute myelogenous leukaemia, by maintenance chemotherapy. Miller 1997, Survival
 * Analysis.
 */
const TIMES = [9, 13, 13, 18, 23, 28, 31, 34, 45, 48, 161, 5, 5, 8, 8, 12, 16, 23, 27, 30, 33, 43, 45];
const EVENTS = [1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1];
const AML: FollowUp = { time: Float64Array.from(TIMES), event: Uint8Array.from(EVENTS) };
const NOT_MAINTAINED = TIMES.map((_, sample) => Number(sample >= 11));

test('the hazard ratio of a known trial, with ties by Efron', () => {
  // R: coxph(Surv(time, status) ~ x, survival::aml)
  const { coefficients, likelihoodRatio } = coxModel(AML, [NOT_MAINTAINED]);
  const [coefficient] = coefficients;
  expect(likelihoodRatio.chiSquare).toBeCloseTo(3.38, 2);
  expect(Math.exp(likelihoodRatio.logP)).toBeCloseTo(0.06581, 5);
  expect(coefficient?.coefficient).toBeCloseTo(0.9155, 4);
  expect(coefficient?.standardError).toBeCloseTo(0.5119, 4);
  expect(coefficient?.hazardRatio).toBeCloseTo(2.498, 3);
  expect(Math.exp(coefficient?.logP ?? 0)).toBeCloseTo(0.0737, 4);
});

test('hazards of a known trial are proportional over time', () => {
  // R: cox.zph(coxph(Surv(time, status) ~ x, survival::aml))
  const [hazards] = coxModel(AML, [NOT_MAINTAINED]).hazards?.covariates ?? [];
  expect(hazards?.chiSquare).toBeCloseTo(0.00788, 5);
  expect(hazards?.rho).toBeCloseTo(0.0198, 4);
  expect(Math.exp(hazards?.logP ?? 0)).toBeCloseTo(0.93, 2);
});

test('per another unit the coefficient changes, the tests do not', () => {
  const one = coxModel(AML, [NOT_MAINTAINED]);
  const other = coxModel(AML, [NOT_MAINTAINED.map((value) => 7 - 10 * value)]);
  expect(numberAt([other.coefficients[0]?.coefficient ?? 0], 0)).toBeCloseTo(
    -(one.coefficients[0]?.coefficient ?? 0) / 10,
    9,
  );
  expect(other.likelihoodRatio.chiSquare).toBeCloseTo(one.likelihoodRatio.chiSquare, 9);
  expect(other.hazards?.global.chiSquare).toBeCloseTo(one.hazards?.global.chiSquare ?? 0, 9);
});

test('a group without events has no hazard ratio', () => {
  const followUp = { time: AML.time, event: AML.event.map((event, sample) => (sample >= 11 ? event : 0)) };
  const model = coxModel(followUp, [NOT_MAINTAINED]);
  expect(model.coefficients[0]?.isEstimable).toBe(false);
  expect(model.hazards).toBeUndefined();
});

test('a redundant covariate is not estimable, and the others are as without it', () => {
  const model = coxModel(AML, [NOT_MAINTAINED, NOT_MAINTAINED.map((value) => 1 - value), TIMES.map(() => 3)]);
  expect(model.coefficients.map(({ isEstimable }) => isEstimable)).toEqual([true, false, false]);
  expect(model.coefficients[0]).toEqual(coxModel(AML, [NOT_MAINTAINED]).coefficients[0]);
  expect(model.likelihoodRatio.df).toBe(1);
});

test('samples with a missing covariate are left out', () => {
  const missing = NOT_MAINTAINED.map((value, sample) => (sample === 4 ? Number.NaN : value));
  const others = [...TIMES.keys()].filter((sample) => sample !== 4);
  expect(coxModel(AML, [missing])).toEqual(coxModel(AML, [NOT_MAINTAINED], others));
  expect(coxModel(AML, [missing]).n).toBe(22);
});

test('without events nothing is estimable', () => {
  const model = coxModel({ time: AML.time, event: new Uint8Array(TIMES.length) }, [NOT_MAINTAINED]);
  expect(model.coefficients[0]?.isEstimable).toBe(false);
  expect(model.likelihoodRatio.chiSquare).toBeNaN();
});

test('where all have the event at one time no covariate has an effect', () => {
  const [time, event] = [TIMES.map(() => 100), new Uint8Array(TIMES.length).fill(1)];
  const model = coxModel({ time: Float64Array.from(time), event }, [NOT_MAINTAINED]);
  // The likelihood of Efron is then largest where the covariate has its mean: at 0.
  expect(model.coefficients[0]?.hazardRatio).toBeCloseTo(1, 12);
});
