/** Groups of the values of a feature, and their tests, in the shape of a reply. */

import type { getExpression } from '@omicon/contract/areas/statistics/expression.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { f64At } from '@omicon/domain/arrays/number-at.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { packColumn } from '@omicon/domain/records/samples/sample-columns.ts';
import {
  type AttributeColumn,
  attributeColumn,
  samplesByValue,
} from '@omicon/domain/statistics/expression/attribute-column.ts';
import { expressionLine, expressionTests } from '@omicon/domain/statistics/expression/by-attribute.ts';
import { boxSummary, kernelDensity } from '@omicon/domain/statistics/expression/distribution.ts';
import { EXPRESSION_STATISTICS, isTested } from '@omicon/domain/statistics/expression/test-kinds.ts';
import { describeLeftOut } from '@omicon/domain/statistics/modules/traits.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import { PortalError } from '../../base/errors.ts';

type Feature = ReplyOf<typeof getExpression>['features'][number];

/** @throws PortalError 400 for an attribute that the samples do not have, or that does not tell them apart */
export function readAttributeColumn(
  cells: ReadonlyMap<string, readonly (string | null)[]>,
  name: string | undefined,
): AttributeColumn | null {
  if (name === undefined) return null;
  const column = cells.get(name);
  if (column === undefined)
    throw new PortalError('invalid_input', `The samples have no attribute ${displayAttribute(name)}.`);
  const attribute = attributeColumn(name, packColumn(column));
  if (typeof attribute === 'string') throw new PortalError('invalid_input', describeLeftOut(name, attribute));
  return attribute;
}

const MAX_GROUPS = 40;
const MAX_FACETS = 20;

/** @throws PortalError 400 as for an attribute, and for one with too many values */
export function readFacet(
  cells: ReadonlyMap<string, readonly (string | null)[]>,
  name: string | undefined,
): AttributeColumn | null {
  const facet = readAttributeColumn(cells, name);
  const count = facet?.column.values.length ?? 0;
  if (facet !== null && count > MAX_FACETS)
    throw new PortalError(
      'invalid_input',
      `${displayAttribute(facet.name)} has ${count} different values. Please choose panels by an attribute with at most ${MAX_FACETS}.`,
    );
  return facet;
}

/** Samples of each facet; all, without one. */
function facetsOf(
  facet: AttributeColumn | null,
  count: number,
): { name: string | null; samples: number[] }[] {
  const all = Array.from({ length: count }, (_, sample) => sample);
  if (facet === null) return [{ name: null, samples: all }];
  return samplesByValue(all, facet).filter(({ name }) => name !== null);
}

function toGroup(
  values: Float64Array,
  group: { name: string | null; facet: string | null; samples: number[] },
) {
  const present = Float64Array.from(group.samples, (sample) => f64At(values, sample));
  const box = boxSummary(present);
  const isSpread = present.length > 1 && box.sd > 0;
  const density = isSpread ? kernelDensity(present) : { x: [], y: [] };
  return {
    ...group,
    mean: box.mean,
    sd: orNull(box.sd),
    q1: box.q1,
    median: box.median,
    q3: box.q3,
    whisker_low: box.whiskerLow,
    whisker_high: box.whiskerHigh,
    density: { x: [...density.x], y: [...density.y] },
  };
}

/** Box plots of a feature by facet and value of the attribute, in sorted order; one group without an attribute. */
export function toGroups(
  values: Float64Array,
  attribute: AttributeColumn | null,
  facet: AttributeColumn | null,
): Pick<Feature, 'groups' | 'number_of_groups'> {
  if (attribute?.trait.kind === 'numeric') return { groups: [], number_of_groups: 0 };
  const all = facetsOf(facet, values.length).flatMap(({ name: facetName, samples }) => {
    const present = samples.filter((sample) => !Number.isNaN(values[sample] ?? Number.NaN));
    return samplesByValue(present, attribute).map((group) => ({ ...group, facet: facetName }));
  });
  const groups = all.slice(0, MAX_GROUPS).map((group) => toGroup(values, group));
  return { groups, number_of_groups: all.length };
}

/** Tests of a feature by the attribute, in every facet, and the line of a numeric attribute. */
export function toTests(
  values: Float64Array,
  attribute: AttributeColumn | null,
  facet: AttributeColumn | null,
): Pick<Feature, 'tests' | 'not_tested' | 'line'> {
  const [tests, not_tested]: [Feature['tests'], Feature['not_tested']] = [[], []];
  if (attribute === null) return { tests, not_tested, line: null };
  for (const { name, samples } of facetsOf(facet, values.length))
    for (const test of expressionTests(values, attribute.trait, new Set(samples))) {
      const { kind, n } = test;
      const shared = { facet: name, kind, n, left_out: samples.length - n };
      if (!isTested(test)) not_tested.push({ ...shared, reason: test.reason });
      else {
        const { statistic, p } = test;
        tests.push({ ...shared, statistic, statistic_name: EXPRESSION_STATISTICS[kind], p_value: p });
      }
    }
  const line =
    attribute.trait.kind === 'numeric'
      ? expressionLine(values, attribute.trait, new Set(attribute.trait.samples))
      : null;
  if (line === null) return { tests, not_tested, line };
  const { p, ...others } = line;
  return { tests, not_tested, line: { ...others, p_value: p } };
}
