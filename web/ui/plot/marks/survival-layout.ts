/** Layout of survival curves: steps, 95 % interval, censored samples, numbers at risk and medians. */
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { type Tick, ticksOf } from '../ticks.ts';

/** Kaplan-Meier estimate of one group, at its increasing times. */
export interface SurvivalCurve {
  group: string | null;
  /** shown instead of the group */
  label?: string;
  n: number;
  time: readonly number[];
  at_risk: readonly number[];
  events: readonly number[];
  censored: readonly number[];
  /** share surviving after each time, with its 95 % interval */
  survival: readonly number[];
  lower: readonly number[];
  upper: readonly number[];
  /** null where the curve stays above one half */
  median: number | null;
}

export interface CurveMark {
  /** the curve while at least ten are at risk, and the rest of it */
  solid: string;
  dashed: string;
  interval: string;
  censored: { x: number; y: number }[];
  median: { x: number; y: number } | null;
  atRisk: number[];
}

export interface SurvivalLayout {
  width: number;
  height: number;
  left: number;
  floor: number;
  xTicks: Tick[];
  yTicks: Tick[];
  curves: CurveMark[];
  /** baselines of the numbers at risk, one for each curve */
  riskRows: number[];
  toX(value: number): number;
  toY(value: number): number;
}

/** Below it a curve is dashed. */
const FEW_AT_RISK = 10;
const [LEFT, RIGHT, TOP] = [60, 16, 12];
const PANEL = 280;
const [RISK_GAP, RISK_ROW] = [64, 18];

/** How many of a curve are at risk just before a time. */
export function atRiskAt({ time, at_risk, n }: SurvivalCurve, when: number): number {
  const next = time.findIndex((each) => each >= when);
  if (next >= 0) return at_risk[next] ?? 0;
  return time.length === 0 ? n : 0;
}

interface Step {
  time: number;
  survival: number;
  lower: number;
  upper: number;
}

/** The steps of a curve from 1 at time 0; an interval that cannot be estimated keeps the last one. */
function stepsOf({ time, survival, lower, upper }: SurvivalCurve): Step[] {
  let last: Step = { time: 0, survival: 1, lower: 1, upper: 1 };
  const steps = [last];
  for (const [index, when] of time.entries()) {
    const known = (value: number | undefined, otherwise: number) =>
      value === undefined || Number.isNaN(value) ? otherwise : value;
    last = {
      time: when,
      survival: survival[index] ?? last.survival,
      lower: known(lower[index], last.lower),
      upper: known(upper[index], last.upper),
    };
    steps.push(last);
  }
  return steps;
}

export function layoutSurvival(curves: readonly SurvivalCurve[], width: number): SurvivalLayout {
  const toX = scaleLinear([0, max(curves.flatMap(({ time }) => time)) ?? 1], [LEFT, width - RIGHT]);
  const toY = scaleLinear([0, 1], [PANEL, TOP]);
  const xTicks = ticksOf(toX, width < 500 ? 4 : 8);
  const draw = line<Step>()
    .curve(curveStepAfter)
    .x(({ time }) => toX(time))
    .y(({ survival }) => toY(survival))
    .digits(2);
  const drawInterval = area<Step>()
    .curve(curveStepAfter)
    .x(({ time }) => toX(time))
    .y0(({ lower }) => toY(lower))
    .y1(({ upper }) => toY(upper))
    .digits(2);
  const marks = curves.map((curve): CurveMark => {
    const steps = stepsOf(curve);
    const few = curve.at_risk.findIndex((count) => count < FEW_AT_RISK);
    // The step to the first time with few at risk still belongs to the solid part.
    const turn = few < 0 ? steps.length : few + 1;
    return {
      solid: draw(steps.slice(0, turn + 1)) ?? '',
      dashed: few < 0 ? '' : (draw(steps.slice(turn)) ?? ''),
      interval: drawInterval(steps) ?? '',
      censored: curve.time.flatMap((time, index) =>
        (curve.censored[index] ?? 0) > 0 ? [{ x: toX(time), y: toY(curve.survival[index] ?? 1) }] : [],
      ),
      median: curve.median === null ? null : { x: toX(curve.median), y: toY(0.5) },
      atRisk: xTicks.map(({ value }) => atRiskAt(curve, value)),
    };
  });
  return {
    width,
    height: PANEL + RISK_GAP + curves.length * RISK_ROW,
    left: LEFT,
    floor: PANEL,
    xTicks,
    yTicks: ticksOf(toY, 5),
    curves: marks,
    riskRows: curves.map((_, row) => PANEL + RISK_GAP + row * RISK_ROW),
    toX,
    toY,
  };
}
