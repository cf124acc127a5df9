/** Small files of GEO, with the values that are written for them. */
import { type GoodForm, lines, tabbed } from './form.ts';

const GSM = ['GSM1', 'GSM2', 'GSM3'];

const seriesHead = lines(
  '!Series_title\t"Gliomas and brains"',
  '!Series_geo_accession\t"GSE900001"',
  '!Series_platform_id\t"GPL96"',
  '!Sample_title\t"a"\t"b"\t"c"',
  '!Sample_geo_accession\t"GSM1"\t"GSM2"\t"GSM3"',
  '!Sample_organism_ch1\t"Homo sapiens"\t"Homo sapiens"\t"Homo sapiens"',
  '!Sample_characteristics_ch1\t"gender: F"\t"age: 61"\t"gender: M"',
  '!Sample_characteristics_ch1\t"age: 50.5"\t"gender: M"\t"age: 70"',
);
const seriesTable = (rows: string) =>
  `!series_matrix_table_begin\n"ID_REF"\t"GSM1"\t"GSM2"\t"GSM3"\n${rows}!series_matrix_table_end\n`;

function softSample(accession: string, sex: string, rows: string): string {
  return lines(
    `^SAMPLE = ${accession}`,
    `!Sample_title = ${accession} liver`,
    `!Sample_geo_accession = ${accession}`,
    `!Sample_characteristics_ch1 = gender: ${sex}`,
    '!Sample_platform_id = GPL96',
    '!Sample_series_id = GSE900002',
    '!sample_table_begin',
    'ID_REF\tVALUE',
    `${rows}!sample_table_end`,
  );
}
const SOFT_SAMPLES = [
  softSample('GSM1', 'F', tabbed('1007_s_at 2.50', '117_at 3.125')),
  softSample('GSM2', 'M', tabbed('117_at 1e-3', '1007_s_at 5.0')),
  softSample('GSM3', 'M', tabbed('1007_s_at 4.75', '117_at 0.10')),
];
const softSeries = lines(
  '^SERIES = GSE900002',
  '!Series_title = Livers',
  '!Series_geo_accession = GSE900002',
);
const softPlatform = lines(
  '^PLATFORM = GPL96',
  '!platform_table_begin',
  'ID\tGene Symbol',
  '1007_s_at\tDDR1',
  '117_at\tHSPA6',
  '!platform_table_end',
);
const SOFT_VALUES = { '1007_s_at': ['2.50', '5.0', '4.75'], '117_at': ['3.125', '1e-3', '0.10'] };

export const GEO_FORMS: readonly GoodForm[] = [
  {
    name: 'a GEO series matrix whose characteristics are in another order in each sample',
    files: [
      [
        'GSE900001_series_matrix.txt',
        seriesHead +
          seriesTable(tabbed('"1007_s_at" 7.25 8.50 6.125', '"1053_at" 5.5 null 4.75', '"117_at" 3 2.5 3.5')),
      ],
    ],
    samples: GSM,
    values: {
      '1007_s_at': ['7.25', '8.50', '6.125'],
      '1053_at': ['5.5', '', '4.75'],
      '117_at': ['3', '2.5', '3.5'],
    },
    attributes: { Sex: 'F', Age: '50.5' },
  },
  {
    name: 'a GEO series of sequencing with the counts that NCBI made',
    files: [
      ['GSE900001_series_matrix.txt', seriesHead + seriesTable('')],
      [
        'GSE900001_raw_counts_GRCh38.p13_NCBI.tsv',
        tabbed('GeneID GSM1 GSM2 GSM3', '3417 100 250 31', '7157 0 3 12'),
      ],
      [
        'Human.GRCh38.p13.annot.tsv',
        tabbed('GeneID Symbol Description Synonyms', '7157 TP53 x P53', '3417 IDH1 y IDP'),
      ],
    ],
    samples: GSM,
    values: { 7157: ['0', '3', '12'], 3417: ['100', '250', '31'] },
    attributes: { Sex: 'F', Age: '50.5' },
    annotation: ['SYMBOL,Description,Synonyms', 'IDH1,y,IDP'],
  },
  {
    name: 'a SOFT family with its platform',
    files: [['GSE900002_family.soft', softSeries + softPlatform + SOFT_SAMPLES.join('')]],
    samples: GSM,
    values: SOFT_VALUES,
    attributes: { Sex: 'F' },
    annotation: ['SYMBOL', 'DDR1'],
  },
  {
    name: 'samples of GEO in a SOFT file each',
    files: SOFT_SAMPLES.map((text, at) => [`GSM${at + 1}.txt`, text] as const),
    samples: GSM,
    values: SOFT_VALUES,
    attributes: { Sex: 'F' },
  },
  {
    name: 'a GEO DataSet with subsets',
    files: [
      [
        'GDS900.soft',
        lines(
          '^DATASET = GDS900',
          '!dataset_title = Ageing',
          '!dataset_platform = GPL96',
          '^SUBSET = GDS900_1',
          '!subset_description = young',
          '!subset_sample_id = GSM1,GSM2',
          '!subset_type = age',
          '^SUBSET = GDS900_2',
          '!subset_description = old',
          '!subset_sample_id = GSM3',
          '!subset_type = age',
          '^DATASET = GDS900',
          '!dataset_table_begin',
        ) +
          tabbed(
            'ID_REF IDENTIFIER GSM1 GSM2 GSM3',
            '1007_s_at DDR1 6.10 null 7.25',
            '117_at HSPA6 5 4.5 3.125',
          ) +
          '!dataset_table_end\n',
      ],
    ],
    samples: GSM,
    values: { '1007_s_at': ['6.10', '', '7.25'], '117_at': ['5', '4.5', '3.125'] },
    attributes: { Age: 'young' },
    annotation: ['SYMBOL', 'DDR1'],
  },
];
