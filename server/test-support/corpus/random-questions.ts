/** Random questions about the random corpora. */
import fc from 'fast-check';
import { GENES } from './random-corpus.ts';

export const DEFINITIONS = ['Seed', 'Bonferroni', 'FDR'];
const definition = fc.constantFrom('Any', ...DEFINITIONS);

const featuresRule = fc.record({
  genes: fc.subarray(GENES, { minLength: 1, maxLength: 4 }),
  // GENE99 is in no data set.
  withUnknown: fc.boolean(),
  operator: fc.constantFrom('all', 'any', 'greaterthanorequal'),
  count: fc.integer({ min: 1, max: 3 }),
  definition,
});

const enrichmentRule = fc.record({
  definition,
  p_below: fc.constantFrom(0.05, 1e-3, 2.5e-11, 2.500001e-11, 1e-64, 1.000000001e-64),
  name_contains: fc.constantFrom(undefined, 'microglia', 'cell', 'NOTHING'),
  keep: fc.constantFrom('all', 'best_per_module', 'most_significant_per_dataset'),
});

const traitRule = fc.record({
  attribute: fc.constantFrom('Tumor_Grade', 'disease'),
  q_below: fc.constantFrom(1e-13, 0.004, 0.01, 1),
  sign: fc.constantFrom('any', 'positive', 'negative'),
});

const sampleRules = fc.record({
  quantifier: fc.constantFrom('includes', 'solely', 'at_least', 'share'),
  count: fc.integer({ min: 1, max: 4 }),
  percent: fc.constantFrom(10, 50, 100),
  combinator: fc.constantFrom('and', 'or'),
  not: fc.boolean(),
  disease: fc.option(fc.constantFrom(['contains', 'glioma'], ['notequal', 'Normal'], ['equal', 'GLIOMA'])),
  grade: fc.option(fc.integer({ min: 1, max: 4 })),
});

/** Who searches for which modules in which networks. */
export const question = fc.record({
  who: fc.constantFrom('guest', 'owner', 'reviewer', 'member', 'admin'),
  sample: fc.option(sampleRules),
  technology: fc.option(fc.constantFrom('Sequencer', 'microarray')),
  relSignum: fc.option(fc.constantFrom(0.99, 0.999)),
  features: fc.option(featuresRule),
  trait: fc.option(traitRule),
  enrichment: fc.option(enrichmentRule),
});
export type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

/** The genes of a rule about features. */
export function listedGenes({ genes, withUnknown }: { genes: string[]; withUnknown: boolean }): string[] {
  return withUnknown ? [...genes, 'GENE99'] : genes;
}

function toFeaturesRule(features: NonNullable<Question['features']>) {
  return {
    field: 'features',
    operator: features.operator,
    value: listedGenes(features),
    definition: features.definition,
    ...(features.operator === 'greaterthanorequal' ? { count: features.count } : {}),
  };
}

/** The rules of a question, as in a query. */
export function toFilters({ sample, technology, relSignum, features, trait, enrichment }: Question) {
  const sampleGroup = sample && {
    quantifier: sample.quantifier,
    count: sample.count,
    percent: sample.percent,
    combinator: sample.combinator,
    not: sample.not,
    rules: [
      ...(sample.disease
        ? [{ field: 'Disease', operator: sample.disease[0], value: sample.disease[1] }]
        : []),
      ...(sample.grade
        ? [{ field: 'Tumor_Grade', operator: 'greaterthanorequal', value: sample.grade }]
        : []),
    ],
  };
  return {
    ...(sampleGroup ? { sample: sampleGroup } : {}),
    ...(technology
      ? { dataset: { rules: [{ field: 'Technology', operator: 'equal', value: technology }] } }
      : {}),
    ...(relSignum
      ? { networks: { rules: [{ field: 'RelSignum', operator: 'greaterthanorequal', value: relSignum }] } }
      : {}),
    ...(features || trait
      ? {
          modules: {
            rules: [
              ...(features ? [toFeaturesRule(features)] : []),
              ...(trait ? [{ field: 'trait', ...trait }] : []),
            ],
          },
        }
      : {}),
    ...(enrichment ? { genesets: { rules: [{ field: 'enrichment', ...enrichment }] } } : {}),
  };
}
