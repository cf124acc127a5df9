/**
 * The laboratory's sample queries, as data: each can be run, changed and saved like any other. Numbered as the
 * laboratory numbers them; 3 and 17 are not among them.
 */
import type { Group, Query, Rule, SampleGroup } from './query.ts';

export interface SampleQuery {
  /** `q` and the laboratory's number */
  id: string;
  description: string;
  query: Query;
  /** where the order of the result type is not the one asked for */
  sort?: { by: string; order: 'asc' | 'desc' };
}

/** Shown as the author of the sample queries. */
export const SAMPLE_QUERY_AUTHOR = 'Omicon';

function every(...rules: (Rule | Group)[]): Group {
  return { combinator: 'and', not: false, rules };
}

function either(...rules: (Rule | Group)[]): Group {
  return { combinator: 'or', not: false, rules };
}

function samples(quantifier: Omit<SampleGroup, keyof Group>, ...rules: (Rule | Group)[]): SampleGroup {
  return { ...every(...rules), ...quantifier };
}

function enrichment(rule: Omit<Rule, 'field'>): Group {
  return every({ field: 'enrichment', definition: 'Any', p_below: 0.05, ...rule });
}

const ADULT: Rule = { field: 'Developmental_Epoch', operator: 'contains', value: 'adult' };
const MALE: Rule = { field: 'Sex', operator: 'equal', value: 'M' };
const GLIOMA: Rule = { field: 'Disease', operator: 'under', value: 'glioma' };
const OLIGODENDROGLIOMA: Rule = { field: 'Disease', operator: 'contains', value: 'oligodendroglioma' };
const SEQUENCER: Rule = { field: 'Technology', operator: 'equal', value: 'Sequencer' };
const MICROARRAY: Rule = { field: 'Technology', operator: 'equal', value: 'Microarray' };

const INCLUDES = { quantifier: 'includes' } as const;
const SOLELY = { quantifier: 'solely' } as const;
const MOST_ENRICHED = { keep: 'most_significant_per_dataset' } as const;

function atLeast(field: string, value: number | string): Rule {
  return { field, operator: 'greaterthanorequal', value };
}

export const SAMPLE_QUERIES: readonly SampleQuery[] = [
  {
    id: 'q1',
    description:
      'Sequencing data sets with at least 100 samples of adult glioma in which MALAT1 was measured',
    query: {
      result_type: 'data-sets',
      filters: {
        dataset: every(SEQUENCER, {
          field: 'feature',
          operator: 'all',
          value: ['MALAT1'],
          identifier: 'SYMBOL',
        }),
        sample: samples({ quantifier: 'at_least', count: 100 }, ADULT, GLIOMA),
      },
    },
  },
  {
    id: 'q2',
    description:
      'Data collections with at least 100 brain samples that were measured both by sequencing and by microarray',
    query: {
      result_type: 'data-collections',
      filters: {
        dataset: every(SEQUENCER, MICROARRAY),
        sample: samples(
          { quantifier: 'at_least', count: 100 },
          { field: 'Tissue', operator: 'under', value: 'brain' },
        ),
      },
    },
    sort: { by: 'No.Samples', order: 'desc' },
  },
  {
    id: 'q4',
    description: 'Samples of adult glioma of grade 2 or higher with a mutation of IDH1',
    query: {
      result_type: 'samples',
      filters: {
        sample: samples({}, ADULT, atLeast('Tumor_Grade', 2), GLIOMA, {
          field: 'IDH1',
          columns: 'any',
          operator: 'equal',
          value: 'NCIT:C172343',
        }),
      },
    },
  },
  {
    id: 'q5',
    description: 'Samples of adult oligodendroglioma without a mutation of IDH1 that lost 1p or 19q',
    query: {
      result_type: 'samples',
      filters: {
        sample: samples(
          {},
          ADULT,
          OLIGODENDROGLIOMA,
          either(
            { field: 'chr1p', columns: 'any', operator: 'equal', value: 'SO:0001743' },
            { field: 'chr19q', columns: 'any', operator: 'equal', value: 'SO:0001743' },
          ),
          { field: 'IDH1', columns: 'every', operator: 'equal', value: 'WT' },
        ),
      },
    },
  },
  {
    id: 'q6',
    description: 'FindModules analyses of Ines Caldeira since April 2021, by date',
    query: {
      result_type: 'analyses',
      filters: {
        analyses: every(
          { field: 'Type', operator: 'equal', value: 'FM' },
          { field: 'Owner', operator: 'equal', value: 'Ines Caldeira' },
          atLeast('Created', '2021-04-01'),
        ),
      },
    },
    sort: { by: 'Creation_Date', order: 'asc' },
  },
  {
    id: 'q7',
    description:
      'Covariation networks of at least 50 modules with 10 or more seed features, from U133A data with glioma samples',
    query: {
      result_type: 'covariation-networks',
      filters: {
        dataset: every({ field: 'Platform', operator: 'equal', value: 'Affymetrix U133A' }),
        sample: samples(INCLUDES, GLIOMA),
        networks: every(atLeast('MinSize', 10), atLeast('Modules', 50)),
      },
    },
  },
  {
    id: 'q8',
    description:
      'Modules of solely adult glioma that hold the proliferation genes BUB1, MKI67, PBK and WEE1, most similar first',
    query: {
      result_type: 'covariation-modules',
      filters: {
        sample: samples(SOLELY, ADULT, GLIOMA),
        modules: every({
          field: 'features',
          operator: 'all',
          value: ['BUB1', 'MKI67', 'PBK', 'WEE1'],
          definition: 'Any',
          identifier: 'SYMBOL',
        }),
      },
    },
    sort: { by: 'Jaccard', order: 'desc' },
  },
  {
    id: 'q9',
    description:
      'Modules of solely adult oligodendroglioma enriched in microglia genes, most significant first',
    query: {
      result_type: 'covariation-modules',
      filters: {
        sample: samples(SOLELY, ADULT, OLIGODENDROGLIOMA),
        genesets: enrichment({ name_contains: 'microglia', keep: 'best_per_module' }),
      },
    },
    sort: { by: 'Pval', order: 'asc' },
  },
  {
    id: 'q10',
    description: 'Analyte files of sequencing data sets of solely adult glioma that FindModules was run on',
    query: {
      result_type: 'analyte-files',
      filters: {
        dataset: every(SEQUENCER, { field: 'is_input_of', operator: 'equal', value: 'FM' }),
        sample: samples(SOLELY, ADULT, GLIOMA),
      },
    },
  },
  {
    id: 'q11',
    description:
      'Enrichment PDFs of strict bicor networks (quantile .99 or higher, 20 or more seed features) of data with adult glioma',
    query: {
      result_type: 'enrichment-files',
      filters: {
        sample: samples(INCLUDES, ADULT, GLIOMA),
        networks: every(atLeast('RelSignum', 0.99), atLeast('MinSize', 20), {
          field: 'Similarity',
          operator: 'equal',
          value: 'Bicor',
        }),
      },
    },
  },
  {
    id: 'q12',
    description:
      'Genes of the modules most enriched in radial glia genes, in sequencing data with glioma of adult men, by number of data sets',
    query: {
      result_type: 'features',
      output: { identifier: 'SYMBOL' },
      filters: {
        dataset: every(SEQUENCER),
        sample: samples(INCLUDES, ADULT, MALE, GLIOMA),
        genesets: enrichment({ name_contains: 'radial_glia', ...MOST_ENRICHED }),
      },
    },
    sort: { by: 'No.Datasets', order: 'desc' },
  },
  {
    id: 'q13',
    description: 'kME of every feature with every module of one network of GSE15824 (Grzmil 2011)',
    query: {
      result_type: 'kme-table',
      filters: {
        collection: every({ field: 'Accession_ID', operator: 'equal', value: 'GSE15824' }),
        networks: every(
          { field: 'RelSignum', operator: 'equal', value: 0.9999 },
          { field: 'Similarity', operator: 'equal', value: 'Bicor' },
          { field: 'MinSize', operator: 'equal', value: 8 },
        ),
      },
    },
  },
  {
    id: 'q14',
    description:
      'Entrez IDs in the modules of solely adult glioma most enriched in genes of oligodendrocyte progenitors, by number of data sets',
    query: {
      result_type: 'features',
      output: { identifier: 'ENTREZID' },
      filters: {
        sample: samples(SOLELY, ADULT, GLIOMA),
        genesets: enrichment({ name_contains: 'OPC', ...MOST_ENRICHED }),
      },
    },
    sort: { by: 'No.Datasets', order: 'desc' },
  },
  {
    id: 'q15',
    description:
      'Enzymes in the modules of solely adult glioma most enriched in T cell genes, by number of data sets',
    query: {
      result_type: 'features',
      output: { identifier: 'ENZYME' },
      filters: {
        sample: samples(SOLELY, ADULT, GLIOMA),
        genesets: enrichment({ name_token: ['T_CELL', 'T_CELLS'], ...MOST_ENRICHED }),
      },
    },
    sort: { by: 'No.Datasets', order: 'desc' },
  },
  {
    id: 'q16',
    description: 'OMIM IDs in modules of solely adult glioma whose seed holds GATA1, GATA3 and AIRE',
    query: {
      result_type: 'features',
      output: { identifier: 'OMIM' },
      filters: {
        sample: samples(SOLELY, ADULT, GLIOMA),
        modules: every({
          field: 'features',
          operator: 'all',
          value: ['GATA1', 'GATA3', 'AIRE'],
          definition: 'Seed',
          identifier: 'SYMBOL',
        }),
      },
    },
    sort: { by: 'No.Datasets', order: 'desc' },
  },
  {
    id: 'q18',
    description:
      'Modules with oxidative phosphorylation (GO:0006119) in at least 1 % of their seed, by share',
    query: {
      result_type: 'covariation-modules',
      filters: {
        modules: every({
          field: 'features',
          operator: 'greaterthanorequal',
          percent: 1,
          value: ['GO:0006119'],
          definition: 'Seed',
          identifier: 'GO',
        }),
      },
    },
    sort: { by: 'Percent', order: 'desc' },
  },
  {
    id: 'q19',
    description:
      'Human cell type sets of neurons that any module of sequencing data with adult glioma is strongly enriched in',
    query: {
      result_type: 'gene-sets',
      filters: {
        dataset: every(SEQUENCER),
        sample: samples(INCLUDES, ADULT, GLIOMA),
        genesets: enrichment({
          p_below: 1e-10,
          category: 'CellType',
          species: 'Homo sapiens',
          name_contains: 'neuron',
        }),
      },
    },
  },
  {
    id: 'q20',
    description:
      'Gene sets strongly enriched in strict networks of sequencing data with at least 10 % oligodendroglioma of grade 2',
    query: {
      result_type: 'gene-sets',
      filters: {
        dataset: every(SEQUENCER),
        sample: samples(
          { quantifier: 'share', percent: 10 },
          { field: 'Tumor_Grade', operator: 'equal', value: 2 },
          OLIGODENDROGLIOMA,
        ),
        networks: every(atLeast('RelSignum', 0.99), atLeast('MinSize', 12)),
        genesets: enrichment({ p_below: 1e-10 }),
      },
    },
  },
];
