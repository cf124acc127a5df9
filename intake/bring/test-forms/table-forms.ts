/** Small tables and study folders, with the values that are written for them. */
import { gzipSync } from 'node:zlib';
import { type GoodForm, lines, tabbed } from './form.ts';

const S = ['S1', 'S2', 'S3'];

const TABLE = lines(
  'gene,S1,S2,S3',
  'IDH1,1.0,2.50,3.75',
  'TP53,4.125,,6',
  'OLIG2,7,8.5,0.30000000000000004',
);
const TABLE_VALUES = {
  IDH1: ['1.0', '2.50', '3.75'],
  TP53: ['4.125', '', '6'],
  OLIG2: ['7', '8.5', '0.30000000000000004'],
};
const SHEET = lines('id,gender,diagnosis,age', 'S3,M,normal,70', 'S1,F,glioma,50.5', 'S2,M,glioma,');

export const TABLE_FORMS: readonly GoodForm[] = [
  {
    name: 'a study folder of cBioPortal',
    files: [
      [
        'lgg/meta_study.txt',
        lines('cancer_study_identifier: lgg_test', 'name: Gliomas', 'reference_genome: hg19'),
      ],
      [
        'lgg/data_mrna_seq_v2_rsem.txt',
        tabbed(
          'Hugo_Symbol Entrez_Gene_Id P1-01 P2-01 P3-01',
          'IDH1 3417 1.50 NA 2',
          'TP53 7157 800.25 3 4.0',
        ),
      ],
      [
        'lgg/data_clinical_sample.txt',
        lines('#p\ts\tg', '#p\ts\tg', '#STRING\tSTRING\tSTRING', '#1\t1\t1') +
          tabbed('PATIENT_ID SAMPLE_ID GRADE', 'P1 P1-01 G2', 'P2 P2-01 G3', 'P3 P3-01 G2'),
      ],
      [
        'lgg/data_clinical_patient.txt',
        lines('#p\ts\tm', '#p\ts\tm', '#STRING\tSTRING\tNUMBER', '#1\t1\t1') +
          tabbed(
            'PATIENT_ID OS_STATUS OS_MONTHS',
            'P1 1:DECEASED 12.50',
            'P2 0:LIVING 30',
            'P3 1:DECEASED 4',
          ),
      ],
    ],
    samples: ['P1-01', 'P2-01', 'P3-01'],
    values: { IDH1: ['1.50', '', '2'], TP53: ['800.25', '3', '4.0'] },
    attributes: { Vital_Status: '1:DECEASED', Survival_Months: '12.50', Tumor_Grade: 'G2' },
    annotation: ['Entrez_Gene_Id', '3417'],
  },
  {
    name: 'GCT 1.2',
    files: [
      [
        'm.gct',
        lines('#1.2', '2\t3') + tabbed('Name Description S1 S2 S3', 'IDH1 x 1.10 2 3', 'TP53 y 4 5.5 6'),
      ],
    ],
    samples: S,
    values: { IDH1: ['1.10', '2', '3'], TP53: ['4', '5.5', '6'] },
    annotation: ['Description', 'x'],
  },
  {
    name: 'GCT 1.3 with rows that describe samples',
    files: [
      [
        'm.gct',
        lines('#1.3', '2\t3\t1\t1') +
          tabbed('id desc S1 S2 S3', 'gender na F M M', 'IDH1 x 1.10 2 3', 'TP53 y 4 5.5 6'),
      ],
    ],
    samples: S,
    values: { IDH1: ['1.10', '2', '3'], TP53: ['4', '5.5', '6'] },
    attributes: { Sex: 'F' },
    annotation: ['desc', 'x'],
  },
  {
    name: 'a matrix of Xena with its phenotypes',
    files: [
      [
        'TCGA.LGG.sampleMap_HiSeqV2.tsv',
        tabbed('sample TCGA-A-01 TCGA-B-01 TCGA-C-01', 'IDH1 10.5079 9.25 8.1', 'TP53 0.0000 7.75 6.5'),
      ],
      [
        'LGG_clinicalMatrix.tsv',
        tabbed(
          'sampleID gender OS OS.time',
          'TCGA-A-01 FEMALE 1 500',
          'TCGA-B-01 MALE 0 900',
          'TCGA-C-01 MALE 1 30',
        ),
      ],
    ],
    samples: ['TCGA-A-01', 'TCGA-B-01', 'TCGA-C-01'],
    values: { IDH1: ['10.5079', '9.25', '8.1'], TP53: ['0.0000', '7.75', '6.5'] },
    attributes: { Sex: 'FEMALE', Survival_Time: '500', Vital_Status: '1' },
  },
  {
    name: 'CSV with a sheet in another order',
    files: [
      ['values.csv', TABLE],
      ['samples.csv', SHEET],
    ],
    samples: S,
    values: TABLE_VALUES,
    attributes: { Sex: 'F', Disease: 'glioma', Age: '50.5' },
  },
  {
    name: 'CSV with samples in rows, and a sheet',
    files: [
      [
        'values.csv',
        lines('id,IDH1,TP53,OLIG2', 'S1,1.5,4.125,7', 'S2,2.5,,8.5', 'S3,3.75,6,0.30000000000000004'),
      ],
      ['samples.csv', SHEET],
    ],
    samples: S,
    // A transposed table is written again: the same values, in their shortest form.
    values: {
      IDH1: ['1.5', '2.5', '3.75'],
      TP53: ['4.125', '', '6'],
      OLIG2: ['7', '8.5', '0.30000000000000004'],
    },
    attributes: { Sex: 'F', Disease: 'glioma', Age: '50.5' },
  },
  {
    name: 'semicolons with decimal commas and thousands',
    files: [['werte.csv', lines('Gen;S1;S2;S3', 'IDH1;1,50;2,25;3,5', 'TP53;1.234,5;0,125;7,75')]],
    samples: S,
    values: { IDH1: ['1.50', '2.25', '3.5'], TP53: ['1234.5', '0.125', '7.75'] },
  },
  {
    name: 'a table of R with row names and one title less',
    files: [['x.txt', lines('"S1" "S2" "S3"', '"IDH1" 1.5 2 3', '"TP53" 4 NA 6.25')]],
    samples: S,
    values: { IDH1: ['1.5', '2', '3'], TP53: ['4', '', '6.25'] },
  },
  {
    name: 'a table of TCGA with symbols and Entrez ids',
    files: [
      [
        'rsem.txt',
        tabbed('gene_id S1 S2 S3', 'TP53|7157 3.5 5.25 1', '?|100130426 0 1.5 2', 'IDH1|3417 7 8 9'),
      ],
    ],
    samples: S,
    values: { TP53: ['3.5', '5.25', '1'], LOC100130426: ['0', '1.5', '2'], IDH1: ['7', '8', '9'] },
    annotation: ['ENTREZID', '7157'],
  },
  {
    name: 'dates among symbols, and symbols that are repeated, compressed',
    files: [
      [
        'values.csv.gz',
        gzipSync(
          lines(
            'gene,S1,S2,S3',
            'IDH1,1.5,2,3',
            '7-Sep,4.5,5,6',
            'TP53,7.5,8,9',
            'IDH1,9.5,9,8',
            '1-Mar,1.5,1,2',
          ),
        ),
      ],
    ],
    samples: S,
    values: {
      IDH1: ['1.5', '2', '3'],
      SEPTIN7: ['4.5', '5', '6'],
      TP53: ['7.5', '8', '9'],
      'IDH1.1': ['9.5', '9', '8'],
      '1_Mar': ['1.5', '1', '2'],
    },
  },
];
