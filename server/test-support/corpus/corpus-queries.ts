/** The laboratory's sample queries over the real corpus, as other programs would send them. */
import type { SearchQueryInput } from '@omicon/contract/areas/advanced-search/advanced-search.ts';

const ADULT = { field: 'Developmental_Epoch', operator: 'contains', value: 'adult' };
const GLIOMA = { field: 'Disease', operator: 'under', value: 'glioma' };
const OLIGODENDROGLIOMA = { field: 'Disease', operator: 'contains', value: 'oligodendroglioma' };
const SEQUENCER = { rules: [{ field: 'Technology', operator: 'equal', value: 'Sequencer' }] };
const PROLIFERATION = ['BUB1', 'MKI67', 'PBK', 'WEE1'];

function solely(...rules: object[]) {
  return { quantifier: 'solely', rules };
}

function features(operator: 'all' | 'any', value: string[], definition: string) {
  return { rules: [{ field: 'features', operator, value, definition, identifier: 'SYMBOL' }] };
}

function enrichment(parts: object) {
  return { rules: [{ field: 'enrichment', definition: 'Any', ...parts }] };
}

function modules(filters: object, more: object = {}): SearchQueryInput {
  return { result_type: 'covariation-modules', filters, ...more };
}

const MICROGLIA = { set_id: ['MOSET10089'], p_below: 1e-10 };
const G2M = { set_id: ['MOSET10499'], p_below: 1e-20, definition: 'Bonferroni' };
const T_CELLS = { set_id: ['MOSET10152'], p_below: 1e-10, definition: 'Bonferroni' };
const PER_DATA_SET = { keep: 'most_significant_per_dataset' };
const MOSTLY_GLIOBLASTOMA = {
  quantifier: 'share',
  percent: 95,
  rules: [{ field: 'Disease', operator: 'under', value: 'glioblastoma' }],
};
const MALE_GLIOMA = {
  rules: [ADULT, { field: 'Sex', operator: 'equal', value: 'M' }, GLIOMA],
};
const RADIAL_GLIA = enrichment({ name_contains: 'radial_glia', ...PER_DATA_SET });
const PROGENITORS = enrichment({ name_contains: 'oligodendrocyte_progenitor', ...PER_DATA_SET });
const GRADE_2 = {
  quantifier: 'share',
  percent: 10,
  rules: [{ field: 'Tumor_Grade', operator: 'equal', value: 2 }, OLIGODENDROGLIOMA],
};
const COARSE_NETWORKS = {
  rules: [
    { field: 'RelSignum', operator: 'greaterthanorequal', value: 0.99 },
    { field: 'MinSize', operator: 'greaterthanorequal', value: 12 },
  ],
};

/** Queries by the name of their expected result. */
export const CORPUS_QUERIES: Readonly<Record<string, SearchQueryInput>> = {
  Q1: {
    result_type: 'data-sets',
    filters: {
      dataset: {
        rules: [
          ...SEQUENCER.rules,
          { field: 'feature', operator: 'all', value: ['MALAT1'], identifier: 'SYMBOL' },
        ],
      },
      sample: { quantifier: 'at_least', count: 100, rules: [ADULT, GLIOMA] },
    },
  },
  Q4: {
    result_type: 'samples',
    filters: {
      sample: {
        rules: [
          ADULT,
          { field: 'Tumor_Grade', operator: 'greaterthanorequal', value: 2 },
          GLIOMA,
          { field: 'IDH1', columns: 'any', operator: 'equal', value: 'NCIT:C172343' },
        ],
      },
    },
  },
  Q6: {
    result_type: 'analyses',
    filters: {
      analyses: {
        rules: [
          { field: 'Type', operator: 'equal', value: 'FM' },
          { field: 'Owner', operator: 'equal', value: 'Reference Analyst' },
          { field: 'Created', operator: 'greaterthanorequal', value: '2021-04-01' },
        ],
      },
    },
  },
  Q8a: modules({ sample: solely(ADULT, GLIOMA), modules: features('all', PROLIFERATION, 'Any') }),
  Q8b: modules({ sample: solely(ADULT, GLIOMA), modules: features('any', PROLIFERATION, 'Any') }),
  Q9: modules({
    sample: solely(ADULT, OLIGODENDROGLIOMA),
    genesets: enrichment({ name_contains: 'microglia', keep: 'best_per_module' }),
  }),
  Q12: {
    result_type: 'features',
    output: { identifier: 'SYMBOL' },
    filters: { dataset: SEQUENCER, sample: MALE_GLIOMA, genesets: RADIAL_GLIA },
  },
  Q12_modules: modules({ dataset: SEQUENCER, sample: MALE_GLIOMA, genesets: RADIAL_GLIA }),
  Q14: {
    result_type: 'features',
    output: { identifier: 'ENTREZID' },
    filters: { sample: solely(ADULT, GLIOMA), genesets: PROGENITORS },
  },
  Q14_modules: modules({ sample: solely(ADULT, GLIOMA), genesets: PROGENITORS }),
  Q18: modules(
    {
      modules: {
        rules: [
          {
            field: 'features',
            operator: 'greaterthanorequal',
            percent: 1,
            value: ['GO:0006119'],
            identifier: 'GO',
            definition: 'Seed',
          },
        ],
      },
    },
    { sort: 'Percent', order: 'desc' },
  ),
  Q20: {
    result_type: 'gene-sets',
    filters: {
      dataset: SEQUENCER,
      sample: GRADE_2,
      networks: COARSE_NETWORKS,
      genesets: enrichment({ p_below: 1e-10 }),
    },
  },
  Q20_rows: modules({
    dataset: SEQUENCER,
    sample: GRADE_2,
    networks: COARSE_NETWORKS,
    genesets: enrichment({ p_below: 1e-10 }),
  }),
  'S2-1': {
    result_type: 'samples',
    filters: {
      sample: {
        rules: [
          { field: 'Tissue', operator: 'under', value: 'brain' },
          { field: 'Disease', operator: 'notequal', value: 'Normal' },
        ],
      },
    },
  },
  'S2-3': modules({
    sample: solely({ field: 'Tissue', operator: 'under', value: 'urinary bladder' }),
    modules: features('all', ['TOP2A', 'CDK1'], 'Any'),
  }),
  C1: modules({ genesets: enrichment(MICROGLIA) }),
  C1m: modules({ genesets: enrichment({ ...MICROGLIA, ...PER_DATA_SET }) }),
  C3: modules({ genesets: enrichment(G2M) }),
  C3m: modules({ genesets: enrichment({ ...G2M, ...PER_DATA_SET }) }),
  C5: modules({ genesets: enrichment(T_CELLS) }),
  C5m: modules({ genesets: enrichment({ ...T_CELLS, ...PER_DATA_SET }) }),
  C7: modules({
    sample: MOSTLY_GLIOBLASTOMA,
    genesets: enrichment({ ...MICROGLIA, definition: 'Bonferroni' }),
  }),
  C7m: modules({
    sample: MOSTLY_GLIOBLASTOMA,
    genesets: enrichment({ ...MICROGLIA, definition: 'Bonferroni', ...PER_DATA_SET }),
  }),
  C9: modules({ modules: features('all', ['OLIG2', 'ASCL1'], 'Seed') }),
  C11: modules({ modules: features('all', ['SHD', 'OLIG1', 'OLIG2', 'SOX4', 'SOX8'], 'Any') }),
};
