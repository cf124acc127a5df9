/** One gene in many data sets: its median, by group of an attribute, with a test. */
import { f64At, numberAt } from '@omicon/domain/arrays/number-at.ts';
import type { SampleColumn } from '@omicon/domain/records/samples/sample-columns.ts';
import {
  type AttributeColumn,
  attributeColumn,
  samplesByValue,
} from '@omicon/domain/statistics/expression/attribute-column.ts';
import { expressionTests } from '@omicon/domain/statistics/expression/by-attribute.ts';
import type { ExpressionTest, UntestedExpression } from '@omicon/domain/statistics/expression/test-kinds.ts';
import { quantile } from '@omicon/domain/statistics/moments.ts';
import type { Work } from '../work.ts';

export interface GeneExpressionRequest {
  dataSets: readonly {
    matrix_storage_key: string;
    number_of_samples: number;
    /** of the feature in the list of the data set */
    index: number;
    /** cells of the attribute; null if the samples do not have it */
    column: SampleColumn | null;
  }[];
  /** undefined: the median only */
  attribute: string | undefined;
  mostGroups: number;
}

export interface GeneInValues {
  /** samples with a value */
  n: number;
  median: number | null;
  /** the first, in sorted order */
  groups: { name: string | null; n: number; median: number }[];
  number_of_groups: number;
  /** null without an attribute that tells the samples apart */
  test: ExpressionTest | UntestedExpression | null;
}

/** Median of these samples, which have values. */
function medianOf(values: Float64Array, samples: readonly number[]): number {
  const chosen = new Float64Array(samples.length);
  for (let at = 0; at < chosen.length; at += 1) chosen[at] = f64At(values, numberAt(samples, at));
  return quantile(chosen, 0.5);
}

function groupsOf(values: Float64Array, present: readonly number[], column: AttributeColumn | null) {
  if (column === null || column.trait.kind === 'numeric') return [];
  return samplesByValue(present, column).map(({ name, samples }) => ({
    ...{ name, n: samples.length },
    median: medianOf(values, samples),
  }));
}

/** The gene in every data set, in the order of the request; the reads are spread over the call. */
export function expressionOfGene(
  { dataSets, attribute, mostGroups }: GeneExpressionRequest,
  work: Work,
): Promise<GeneInValues[]> {
  const ranges = dataSets.map(({ matrix_storage_key, number_of_samples, index }) => ({
    storage_key: matrix_storage_key,
    start: index * number_of_samples,
    count: number_of_samples,
  }));
  return work.mapNumbers(ranges, (values, at): GeneInValues => {
    const packed = dataSets[at]?.column ?? null;
    const found = attribute === undefined || packed === null ? null : attributeColumn(attribute, packed);
    const column = typeof found === 'string' ? null : found;
    const present: number[] = [];
    for (let sample = 0; sample < values.length; sample += 1)
      if (!Number.isNaN(values[sample])) present.push(sample);
    const groups = groupsOf(values, present, column);
    // The first test only: the others are not computed.
    const [test = null] = column === null ? [] : expressionTests(values, column.trait, null);
    return {
      n: present.length,
      median: present.length === 0 ? null : medianOf(values, present),
      groups: groups.slice(0, mostGroups),
      number_of_groups: groups.length,
      test,
    };
  });
}
