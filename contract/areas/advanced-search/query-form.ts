/** Descriptions and examples of queries, for the API reference. */

import {
  type KeptRows,
  type Operator,
  QUERY_SECTIONS,
  type Quantifier,
  type QuerySection,
} from '@omicon/domain/query/query.ts';
import { FIELD } from '@omicon/domain/query/rules/field.ts';
import { RULE_KINDS } from '@omicon/domain/query/rules/rule-kinds.ts';
import type { QueryDefinition } from '@omicon/domain/records/module-definition.ts';
import { z } from 'zod';
import { queryRule, type SearchQueryInput } from './advanced-search.ts';

type Schema = Record<string, unknown>;

const OPERATOR_MEANINGS: Readonly<Record<Operator, string>> = {
  equal: 'Equals the value. Text is compared ignoring case.',
  notequal: 'Differs from the value. Like every operator, it never matches an empty value.',
  in: 'Is one of the listed values.',
  notin: 'Is none of the listed values.',
  greaterthan: 'Is above the value. Numbers and dates only.',
  greaterthanorequal:
    'Is the value or above. With features: at least "count" or "percent" of the list are members.',
  lessthan: 'Is below the value. Numbers and dates only.',
  lessthanorequal: 'Is the value or below. Numbers and dates only.',
  contains: 'Contains the text literally; there are no wildcards.',
  under: 'Is the ontology term, named by ID or exact name, or any term below it. Sample attributes only.',
  all: 'With the fields "features" and "feature": every identifier of the list is a feature. With "recurs_in": found in all data sets that could have the signal, at least one.',
  any: 'With the fields "features" and "feature": at least one identifier of the list is a feature. With "recurs_in": found in at least one data set.',
  none: 'Found in no data set, although at least one could have the signal. Only with the field "recurs_in".',
};

const QUANTIFIER_MEANINGS: Readonly<Record<Quantifier, string>> = {
  includes: 'At least one sample satisfies the rules.',
  solely: 'All samples satisfy the rules.',
  at_least: 'At least "count" samples satisfy the rules.',
  share: 'At least "percent" % of the samples satisfy the rules.',
};

const DEFINITION_MEANINGS: Readonly<Record<QueryDefinition, string>> = {
  Any: 'Seed, Bonferroni and FDR, each as a separate row.',
  Seed: 'The features that founded the module.',
  Bonferroni: 'Features whose kME is significant after Bonferroni correction.',
  FDR: 'Features whose kME has a false discovery rate below 0.05.',
};

const KEEP_MEANINGS: Readonly<Record<KeptRows, string>> = {
  all: 'Every enriched set of every module.',
  best_per_module: 'The sets with the lowest P for each module and definition; ties are kept.',
  most_significant_per_dataset: 'The lowest P of all networks and definitions of a data set; ties are kept.',
};

/** Besides the kinds of rules with fields of their own. */
const SECTION_MEANINGS: Readonly<Record<QuerySection, string>> = {
  collection: 'Attributes of data collections, such as Title or Accession_ID',
  dataset: 'Attributes of data sets, such as Technology',
  sample:
    'Attributes of samples, such as Disease; a quantifier sets how many samples have to satisfy the rules',
  analyses: 'Title, Owner, Analyst, Created, Type (FM or EA)',
  networks: 'RelSignum, Signum, MinSize, Modules, Similarity, Overlap, MergeBy, MergeParam, Name',
  modules: 'Attributes of modules, such as Size or PC1VE',
  genesets: 'Attributes of gene sets',
};

function describeSection(section: QuerySection): string {
  const kinds = RULE_KINDS[section].map(({ kind, meaning }) => `"${kind}" ${meaning}`);
  return `${[SECTION_MEANINGS[section], ...kinds].join('; ')}.`;
}

/** Choices with their meanings. */
function choices(meanings: Readonly<Record<string, string>>): Schema {
  return { oneOf: Object.entries(meanings).map(([value, description]) => ({ const: value, description })) };
}

/** Parts of special kinds of rules; a part that several kinds take has the meanings of all. */
function meaningsOfParts(): Record<string, string> {
  const meanings = new Map<string, Set<string>>();
  for (const { parts } of Object.values(RULE_KINDS).flat())
    for (const [part, meaning] of Object.entries(parts))
      meanings.set(part, (meanings.get(part) ?? new Set()).add(meaning));
  return Object.fromEntries([...meanings].map(([part, all]) => [part, [...all].join(' ')]));
}

const PART_MEANINGS: Readonly<Record<string, string>> = {
  field:
    'Name of an attribute with underscores for spaces. GET /api/advanced-search/definitions/ lists the fields of every section with their operators.',
  value:
    'One value, or a list for "in", "notin", "all", "any", "none" and lists of features. A coded sample value may be given by its label, such as "mutated".',
  ...FIELD.parts,
  ...meaningsOfParts(),
};

const PART_CHOICES: Readonly<Record<string, Schema>> = {
  operator: choices(OPERATOR_MEANINGS),
  definition: choices(DEFINITION_MEANINGS),
  keep: choices(KEEP_MEANINGS),
};

function describeRule(): Schema {
  const { $schema: _, properties = {}, ...rest } = z.toJSONSchema(queryRule, { io: 'input' });
  const described = Object.entries(properties).map(([name, schema]) => {
    const description = PART_MEANINGS[name];
    const shape = PART_CHOICES[name] ?? (typeof schema === 'object' ? schema : {});
    return [name, { ...shape, ...(description ? { description } : {}) }];
  });
  return { ...rest, description: 'One condition.', properties: Object.fromEntries(described) };
}

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const combining = {
  combinator: {
    enum: ['and', 'or'],
    default: 'and',
    description: 'Whether all rules must match, or at least one.',
  },
  not: { type: 'boolean', default: false, description: 'Negates the whole group.' },
  rules: { type: 'array', items: { anyOf: [ref('QueryRule'), ref('QueryGroup')] }, default: [] },
};

/** Schemas by name; `QueryFilters` is that of a request body. */
export function describeQueryForm(): Record<string, Schema> {
  const group = {
    type: 'object',
    description: 'Rules joined by "and" or "or"; groups nest. A group without rules does not restrict.',
    properties: combining,
    additionalProperties: false,
  };
  const sampleGroup = {
    ...group,
    properties: {
      ...combining,
      quantifier: {
        ...choices(QUANTIFIER_MEANINGS),
        description:
          'How many samples of a data set have to satisfy the rules. Without it: "includes"; results of type samples are the samples themselves.',
      },
      count: { type: 'integer', minimum: 1, description: 'For "at_least".' },
      percent: { type: 'number', minimum: 0, maximum: 100, description: 'For "share".' },
    },
  };
  const sections = QUERY_SECTIONS.map((section) => [
    section,
    {
      ...ref(section === 'sample' ? 'QuerySampleGroup' : 'QueryGroup'),
      description: describeSection(section),
    },
  ]);
  return {
    QueryRule: describeRule(),
    QueryGroup: group,
    QuerySampleGroup: sampleGroup,
    QueryFilters: {
      type: 'object',
      description: 'A group for each section. A section that is absent does not restrict.',
      properties: Object.fromEntries(sections),
      additionalProperties: false,
    },
  };
}

export interface QueryExample {
  summary: string;
  value: SearchQueryInput;
}

/** Example queries that run as written. */
export const QUERY_EXAMPLES: Readonly<Record<string, QueryExample>> = {
  dataSets: {
    summary: 'Data sets from a microarray that are input of FindModules',
    value: {
      result_type: 'data-sets',
      filters: {
        dataset: {
          rules: [
            { field: 'Technology', operator: 'equal', value: 'Microarray' },
            { field: 'is_input_of', value: 'FM' },
          ],
        },
      },
    },
  },
  collectionsByCount: {
    summary: 'Data collections with at least ten samples of glioblastoma or astrocytoma',
    value: {
      result_type: 'data-collections',
      filters: {
        sample: {
          quantifier: 'at_least',
          count: 10,
          combinator: 'or',
          rules: [
            { field: 'Disease', operator: 'contains', value: 'glioblastoma' },
            { field: 'Disease', operator: 'contains', value: 'astrocytoma' },
          ],
        },
      },
    },
  },
  samples: {
    summary: 'Samples that are no controls and no cell lines',
    value: {
      result_type: 'samples',
      filters: {
        sample: {
          rules: [
            { field: 'Disease', operator: 'notequal', value: 'Control' },
            { not: true, rules: [{ field: 'Label', operator: 'contains', value: 'cell line' }] },
          ],
        },
      },
      page_size: 100,
    },
  },
  modulesByFeatures: {
    summary: 'Modules with at least two of four genes among their seeds, the best match first',
    value: {
      result_type: 'covariation-modules',
      filters: {
        modules: {
          rules: [
            {
              field: 'features',
              operator: 'greaterthanorequal',
              count: 2,
              definition: 'Seed',
              identifier: 'SYMBOL',
              value: ['IDH1', 'OLIG2', 'GFAP', 'CD163'],
            },
          ],
        },
      },
      sort: 'Jaccard',
      order: 'desc',
    },
  },
  modulesByEnrichment: {
    summary: 'Modules enriched in microglia sets, of data sets made up solely of gliomas',
    value: {
      result_type: 'covariation-modules',
      filters: {
        sample: {
          quantifier: 'solely',
          combinator: 'or',
          rules: [
            { field: 'Disease', operator: 'contains', value: 'glioblastoma' },
            { field: 'Disease', operator: 'contains', value: 'astrocytoma' },
          ],
        },
        genesets: {
          rules: [
            {
              field: 'enrichment',
              definition: 'Any',
              p_below: 0.05,
              name_contains: 'microglia',
              keep: 'best_per_module',
            },
          ],
        },
      },
      sort: 'Pval',
      order: 'asc',
    },
  },
  modulesByRecurrence: {
    summary: 'Modules whose signal is in a data set with glioblastoma, and in none by microarray',
    value: {
      result_type: 'covariation-modules',
      filters: {
        modules: {
          rules: [
            { field: 'recurs_in', operator: 'any', attribute: 'Disease', value: 'glioblastoma' },
            { field: 'recurs_in', operator: 'none', attribute: 'Technology', value: 'Microarray' },
          ],
        },
      },
    },
  },
  features: {
    summary: 'Unique members of modules enriched in sets of a category, as Ensembl identifiers',
    value: {
      result_type: 'features',
      filters: {
        networks: { rules: [{ field: 'MinSize', operator: 'greaterthanorequal', value: 2 }] },
        genesets: { rules: [{ field: 'enrichment', p_below: 0.05, category: 'CellType' }] },
      },
      output: { identifier: 'ENSEMBL' },
      show: 'count',
    },
  },
};
