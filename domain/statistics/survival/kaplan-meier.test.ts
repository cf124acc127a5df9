import { describe, expect, test } from 'vitest';
import { answersOf, type Column, expectEqual, hasAnswers, readAnswer } from '../r-answers/read.ts';
import { type FollowUp, kaplanMeier, logRank, type SurvivalCurve } from './kaplan-meier.ts';

type Steps = Record<
  | 'time'
  | 'at_risk'
  | 'events'
  | 'censored'
  | 'S'
  | 'se_log_S'
  | 'low'
  | 'high'
  | 'low_loglog'
  | 'high_loglog',
  Column
>;
interface Curve {
  n: number;
  median: number | null;
  median_low: number | null;
  median_high: number | null;
  steps: Steps;
}
interface Groups {
  kaplan_meier: Record<string, Curve>;
  logrank: { groups: string[]; observed: number[]; expected: number[]; chisq: number; df: number; p: number };
}

/** Follow-up of the samples of a curve, from its steps. */
function followUpOf({ steps }: Curve): FollowUp {
  const rows = steps.time.flatMap((time, at) => [
    ...new Array(Number(steps.events[at])).fill([Number(time), 1]),
    ...new Array(Number(steps.censored[at])).fill([Number(time), 0]),
  ]);
  return {
    time: Float64Array.from(rows, ([time]) => time),
    event: Uint8Array.from(rows, ([, event]) => event),
  };
}

function expectCurve(found: SurvivalCurve, answer: Curve, logLog: SurvivalCurve): void {
  expectEqual(found.atRisk, answer.steps.at_risk, 1e-12);
  expectEqual(found.survival, answer.steps.S, 1e-9, 1e-3);
  expectEqual(found.seLog, answer.steps.se_log_S, 1e-9);
  expectEqual(found.low, answer.steps.low, 1e-9);
  expectEqual(found.high, answer.steps.high, 1e-9);
  expectEqual(logLog.low, answer.steps.low_loglog, 1e-9);
  expectEqual(logLog.high, answer.steps.high_loglog, 1e-9);
  expectEqual(
    [found.median, found.medianLow, found.medianHigh],
    [answer.median, answer.median_low, answer.median_high],
    1e-12,
  );
}

describe.runIf(hasAnswers)('survival by attribute equals R', () => {
  const name = 'survival_attributes_TCGA_ACC_RNA_seq_EXT_A_1.json';
  test('curves of all samples, on both scales', () => {
    expect(answersOf('survival_attributes_')).toContain(name);
    for (const file of [name, 'survival_vectors_lgg.json']) {
      const { all } = readAnswer<{ all: Curve }>(file);
      expectCurve(kaplanMeier(followUpOf(all)), all, kaplanMeier(followUpOf(all), { scale: 'log-log' }));
    }
  });

  test('curves and log-rank tests by group', () => {
    const { attributes } = readAnswer<{ attributes: Record<string, Groups | { kaplan_meier?: undefined }> }>(
      name,
    );
    let compared = 0;
    for (const attribute of Object.values(attributes)) {
      if (attribute.kaplan_meier === undefined) continue;
      const [times, events, groups]: [number[], number[], number[][]] = [[], [], []];
      for (const curve of Object.values(attribute.kaplan_meier)) {
        const followUp = followUpOf(curve);
        groups.push(Array.from(followUp.time, (_, at) => times.length + at));
        times.push(...followUp.time);
        events.push(...followUp.event);
        expectCurve(kaplanMeier(followUp), curve, kaplanMeier(followUp, { scale: 'log-log' }));
      }
      const found = logRank({ time: Float64Array.from(times), event: Uint8Array.from(events) }, groups);
      expectEqual(found.observed, attribute.logrank.observed, 1e-12);
      expectEqual(found.expected, attribute.logrank.expected, 1e-9);
      expectEqual(
        [found.chiSquare, found.df, Math.exp(found.logP)],
        [attribute.logrank.chisq, attribute.logrank.df, attribute.logrank.p],
        1e-9,
      );
      compared += 1;
    }
    expect(compared).toBeGreaterThan(2);
  });
});

test('survival is the product of the shares that survive each event time', () => {
  const { survival } = kaplanMeier({ time: Float64Array.of(3, 1, 2, 2), event: Uint8Array.of(1, 1, 0, 1) });
  expect([...survival]).toEqual([0.75, 0.75 * (1 - 1 / 3), 0]);
});

test('of equal times there is one step, and a test unless all have the event', () => {
  const time = new Float64Array(6).fill(100);
  const groups = [
    [0, 1, 2],
    [3, 4, 5],
  ];
  const some = { time, event: Uint8Array.of(1, 1, 0, 1, 0, 0) };
  expect([...kaplanMeier(some).survival]).toEqual([0.5]);
  // By hand: 2 observed, 1.5 expected, variance 3 (1/2) (1/2) (3/5).
  expect(logRank(some, groups).chiSquare).toBeCloseTo(0.25 / 0.45, 12);
  const all = { time, event: new Uint8Array(6).fill(1) };
  expect([...kaplanMeier(all).survival]).toEqual([0]);
  expect(logRank(all, groups).logP).toBeNaN();
});

test('the order of the groups does not change the log-rank test', () => {
  const followUp = { time: Float64Array.of(5, 1, 2, 8, 3, 4), event: Uint8Array.of(1, 1, 0, 1, 1, 1) };
  const one = logRank(followUp, [
    [0, 1, 2],
    [3, 4, 5],
  ]).chiSquare;
  expect(
    logRank(followUp, [
      [3, 4, 5],
      [0, 1, 2],
    ]).chiSquare,
  ).toBeCloseTo(one, 12);
});

describe('the trial of maintenance chemotherapy (survival::aml)', () => {
  const time = Float64Array.of(
    9,
    13,
    13,
    18,
    23,
    28,
    31,
    34,
    45,
    48,
    161,
    5,
    5,
    8,
    8,
    12,
    16,
    23,
    27,
    30,
    33,
    43,
    45,
  );
  const event = Uint8Array.of(1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1);

  test('survdiff: 7 of 10.69 expected against 11 of 7.31, chi-square 3.4', () => {
    const groups = [
      Array.from({ length: 11 }, (_, at) => at),
      Array.from({ length: 12 }, (_, at) => 11 + at),
    ];
    const { observed, expected, chiSquare, logP } = logRank({ time, event }, groups);
    expect([...observed]).toEqual([7, 11]);
    expect([...expected].map((value) => value.toFixed(2))).toEqual(['10.69', '7.31']);
    expect(chiSquare).toBeCloseTo(3.396389, 5);
    expect(Math.exp(logP)).toBeCloseTo(0.0653, 4);
  });

  test('survfit: the median is 27, its interval 18 to 45', () => {
    const { median, medianLow, medianHigh } = kaplanMeier({ time, event });
    expect([median, medianLow, medianHigh]).toEqual([27, 18, 45]);
  });
});
