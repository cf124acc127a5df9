/** Texts and table of the traits of a meta-module. */
import { dataSetAddress } from '@omicon/contract/addresses.ts';
import type { listTraitsOfMetaModule } from '@omicon/contract/areas/analyses/atlas.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { countOf, formatCount, formatDecimal, formatPValue } from '../../../ui/text/format.ts';
import { shortName } from '../../../ui/text/name-parts.ts';
import { formatShare } from '../atlas-text.ts';
import type { ForestRow } from '../forest/ForestFigure.tsx';
import type { ForestPart } from '../forest/forest-layout.ts';

export type MetaTrait = ReplyOf<typeof listTraitsOfMetaModule>['traits'][number];

/** One line of the forest plots, as a row of the table. */
export interface TraitRow {
  attribute: string;
  /** what a positive r means: `higher in mutated`, `higher with Age` */
  direction: string;
  /** null for the combined r */
  dataSet: { id: number; title: string } | null;
  n: number | null;
  cohorts: number | null;
  r: number;
  low: number;
  high: number;
  p_value: number;
  i_squared: number | null;
}

function directionOf({ attribute, higher_in }: Pick<MetaTrait, 'attribute' | 'higher_in'>): string {
  return higher_in === null ? `higher with ${displayAttribute(attribute)}` : `higher in ${higher_in}`;
}

/** Rows of the table in the order of the lines of the picture: the results of an attribute, then the combined one. */
export function traitRows(traits: readonly MetaTrait[]): TraitRow[] {
  return traits.flatMap((trait) => {
    const of = { attribute: displayAttribute(trait.attribute), direction: directionOf(trait) };
    const own = trait.results.map(
      ({ data_set, ...result }): TraitRow => ({
        ...of,
        ...result,
        dataSet: data_set,
        cohorts: null,
        i_squared: null,
      }),
    );
    return trait.combined === null ? own : [...own, { ...of, ...trait.combined, dataSet: null, n: null }];
  });
}

/** A forest plot for each attribute. */
export function traitParts(traits: readonly MetaTrait[]): ForestPart[] {
  return traits.map((trait) => ({
    title: displayAttribute(trait.attribute),
    axis: `r, positive: ${directionOf(trait)}`,
    estimates: traitRows([trait]).map(({ r, low, high, n }) => ({ value: r, low, high, n })),
  }));
}

/** `0.42 (0.21 to 0.60), n 72`: r with its 95 % interval. */
function figuresOf({ r, low, high, n, i_squared }: TraitRow): string {
  const interval = `${formatDecimal(r, 2)} (${formatDecimal(low, 2)} to ${formatDecimal(high, 2)})`;
  if (i_squared !== null) return `${interval}, I² ${formatShare(i_squared)}`;
  return n === null ? interval : `${interval}, n ${formatCount(n)}`;
}

/** What a line of the picture says. */
export function traitLine(row: TraitRow): ForestRow {
  const { attribute, direction, dataSet, cohorts, p_value } = row;
  const name = dataSet?.title ?? `Combined, ${countOf(cohorts ?? 0, 'cohort')}`;
  const figures = figuresOf(row);
  return {
    name,
    figures,
    about: `${attribute}: ${shortName(name)}, r ${figures}, P ${formatPValue(p_value)}; positive: ${direction}.`,
    href: dataSet === null ? null : dataSetAddress(dataSet.id),
  };
}
