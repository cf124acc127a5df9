/** Survival by the module that represents a meta-module in each data set, and combined over cohorts. */
import { dataSetAddress } from '@omicon/contract/addresses.ts';
import type { AtlasDataSet, MetaModuleDetail } from '@omicon/contract/areas/analyses/atlas.ts';
import type { getSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import {
  type CohortHazard,
  type CombinedHazard,
  combineHazardRatios,
} from '@omicon/domain/statistics/recurrence/hazards-over-cohorts.ts';
import { z } from 'zod';
import { countOf, formatCount, formatDecimal, formatPValue } from '../../../ui/text/format.ts';
import { shortName } from '../../../ui/text/name-parts.ts';
import { formatShare } from '../atlas-text.ts';
import type { ForestRow } from '../forest/ForestFigure.tsx';

type Survival = ReplyOf<typeof getSurvival>;

/** A data set that has the meta-module, and the module that represents it there. */
export interface Representative {
  dataSet: AtlasDataSet;
  module: number;
}

/** A line of the forest plot, as a row of the table. */
export interface HazardRow {
  /** null for the combined ratio */
  dataSet: { id: number; title: string } | null;
  module: number | null;
  n: number | null;
  events: number | null;
  cohorts: number | null;
  hazard_ratio: number;
  low: number;
  high: number;
  p_value: number;
  i_squared: number | null;
}

/** A data set without a hazard ratio. */
export interface NoHazard {
  dataSet: { id: number; title: string };
  reason: string;
}

/** A term of a Cox model with all of its figures. */
const estimated = z.object({
  coefficient: z.number(),
  standard_error: z.number().positive(),
  hazard_ratio: z.number(),
  low: z.number(),
  high: z.number(),
  p_value: z.number(),
  is_estimable: z.literal(true),
});

/** Data sets that have a meta-module, in the order of the atlas. */
export function representativesOf({ cohorts, places }: MetaModuleDetail): Representative[] {
  return cohorts.flatMap((dataSet) => {
    const module = places.find(({ data_set }) => data_set === dataSet.id)?.module ?? null;
    return module === null ? [] : [{ dataSet, module: module.id }];
  });
}

/** The ratio of one data set with what combines it, or why there is none. */
function readHazard(
  { dataSet, module }: Representative,
  reply: Survival | Error,
): { row: HazardRow; hazard: CohortHazard } | NoHazard {
  if (reply instanceof Error) return { dataSet, reason: reply.message.replace(/\.$/, '') };
  const [panel] = reply.panels;
  if (reply.time === null || reply.event === null) return { dataSet, reason: 'no follow-up' };
  if (reply.events === 0) return { dataSet, reason: 'no events' };
  const refusal = panel?.guards.find(({ is_refusal }) => is_refusal)?.sentence.replace(/\.$/, '');
  const term = panel?.cox?.terms[0];
  if (panel?.cox == null || term === undefined)
    return { dataSet, reason: refusal ?? 'no sample with follow-up has a value of the eigengene' };
  const { n, events } = panel.cox;
  const known = estimated.safeParse(term);
  if (!known.success) return { dataSet, reason: `not estimable from ${countOf(events, 'event')}` };
  const { coefficient, standard_error, hazard_ratio, low, high, p_value } = known.data;
  return {
    row: { dataSet, module, n, events, cohorts: null, i_squared: null, hazard_ratio, low, high, p_value },
    hazard: { cohort: dataSet.cohort, events, coefficient, standardError: standard_error },
  };
}

/**
 * Rows of the table in the order of the lines of the picture, the combined ratio last, and the data sets without a ratio.
 * @param replies of the data sets in their order
 */
export function hazardRows(
  representatives: readonly Representative[],
  replies: readonly (Survival | Error)[],
): { rows: HazardRow[]; none: NoHazard[] } {
  const read = representatives.flatMap((each, at) => {
    const reply = replies[at];
    return reply === undefined ? [] : [readHazard(each, reply)];
  });
  const known = read.filter((each) => 'row' in each);
  const rows = known.map(({ row }) => row);
  const both = combineHazardRatios(known.map(({ hazard }) => hazard));
  return {
    rows: both === null ? rows : [...rows, combinedRow(both)],
    none: read.filter((each) => 'reason' in each),
  };
}

function combinedRow({ cohorts, hazardRatio, low, high, p, iSquared }: CombinedHazard): HazardRow {
  return {
    ...{ dataSet: null, module: null, n: null, events: null, cohorts },
    ...{ hazard_ratio: hazardRatio, low, high, p_value: p, i_squared: iSquared },
  };
}

/** The survival of a data set by the module that represents the meta-module there. */
export function survivalByModule(dataSet: number, module: number): string {
  return `${dataSetAddress(dataSet, 'survival')}&by=module:${module}`;
}

/** `1.42 (1.10 to 1.83), n 142, 120 events`: a hazard ratio with its 95 % interval. */
function figuresOf({ hazard_ratio, low, high, n, events, i_squared }: HazardRow): string {
  const [ratio, from, to] = [hazard_ratio, low, high].map((value) => formatDecimal(value, 2));
  const interval = `${ratio} (${from} to ${to})`;
  if (i_squared !== null) return `${interval}, I² ${formatShare(i_squared)}`;
  return `${interval}, n ${formatCount(n ?? 0)}, ${countOf(events ?? 0, 'event')}`;
}

/** What a line of the picture says. */
export function hazardLine(row: HazardRow): ForestRow {
  const { dataSet, module, cohorts, p_value } = row;
  const name = dataSet?.title ?? `Combined, ${countOf(cohorts ?? 0, 'cohort')}`;
  const figures = figuresOf(row);
  return {
    name,
    figures,
    about: `${shortName(name)}: hazard ratio ${figures}, P ${formatPValue(p_value)}.`,
    href: dataSet === null || module === null ? null : survivalByModule(dataSet.id, module),
  };
}

/** Data sets without a ratio, by the reason. */
export function reasonsOf(none: readonly NoHazard[]): [reason: string, dataSets: NoHazard['dataSet'][]][] {
  return [...Map.groupBy(none, ({ reason }) => reason)].map(([reason, of]) => [
    reason,
    of.map(({ dataSet }) => dataSet),
  ]);
}
