/** Small damaged files, and what is said of each. */
import { type FormFile, lines, tabbed } from './form.ts';

export interface DamagedForm {
  name: string;
  files: readonly FormFile[];
  /** of the file: what keeps it from being stored, or must be confirmed */
  said: readonly (readonly [sentence: string, line: number | null])[];
  file: string;
}

const SERIES = lines(
  '!Series_title\t"Gliomas"',
  '!Series_geo_accession\t"GSE900001"',
  '!Sample_geo_accession\t"GSM1"\t"GSM2"\t"GSM3"',
);
const BEGIN = '!series_matrix_table_begin\n"ID_REF"\t"GSM1"\t"GSM2"\t"GSM3"\n';
const PROBES = tabbed('"1007_s_at" 7.25 8.5 6.125', '"117_at" 3.5 2.5 3.25');
const softSample = (accession: string, rows: string) =>
  lines(
    `^SAMPLE = ${accession}`,
    '!Sample_platform_id = GPL96',
    '!Sample_series_id = GSE900002',
    '!sample_table_begin',
    'ID_REF\tVALUE',
    rows,
  );

const SOFT_SERIES = lines('^SERIES = GSE900002', '!Series_geo_accession = GSE900002');
const SOFT_ROWS = '1007_s_at\t1.5\n117_at\t2.5';

export const DAMAGED_FORMS: readonly DamagedForm[] = [
  {
    name: 'a series matrix that was cut off',
    files: [['m_series_matrix.txt', SERIES + BEGIN + PROBES]],
    file: 'm_series_matrix.txt',
    said: [
      ['The line !series_matrix_table_end is missing: the file ends too early; download it again.', null],
    ],
  },
  {
    name: 'a series matrix that ends before its table',
    files: [['m_series_matrix.txt', SERIES]],
    file: 'm_series_matrix.txt',
    said: [
      ['There is no line !series_matrix_table_begin; the file is not complete, download it again.', null],
      [
        'The series GSE900001 has no values here, as usual for sequencing: add its file of counts, such as GSE900001_raw_counts_GRCh38.p13_NCBI.tsv.gz.',
        null,
      ],
    ],
  },
  {
    name: 'a series of sequencing without its counts',
    files: [['m_series_matrix.txt', `${SERIES}${BEGIN}!series_matrix_table_end\n`]],
    file: 'm_series_matrix.txt',
    said: [
      [
        'The series GSE900001 has no values here, as usual for sequencing: add its file of counts, such as GSE900001_raw_counts_GRCh38.p13_NCBI.tsv.gz.',
        null,
      ],
    ],
  },
  {
    name: 'a SOFT family that was cut off',
    files: [
      [
        'f.soft',
        SOFT_SERIES +
          ['GSM1', 'GSM2', 'GSM3']
            .map((name) => softSample(name, `${SOFT_ROWS}\n!sample_table_end`))
            .join('') +
          softSample('GSM4', SOFT_ROWS),
      ],
    ],
    file: 'f.soft',
    said: [['The last table has no end: the file ends too early; download it again.', null]],
  },
  {
    name: 'one sample of GEO alone',
    files: [['GSM1.txt', softSample('GSM1', '1007_s_at\t1\n!sample_table_end')]],
    file: 'GSM1.txt',
    said: [
      [
        'One GEO sample is no data set: give the series matrix or the SOFT family of the series instead.',
        null,
      ],
      ['There is 1 sample; a data set needs at least 3.', null],
    ],
  },
  {
    name: 'a SOFT sample with an identifier twice',
    files: [
      [
        'f.soft',
        ['GSM1', 'GSM2', 'GSM3']
          .map((a) => softSample(a, '1007_s_at\t1\n1007_s_at\t2\n!sample_table_end'))
          .join(''),
      ],
    ],
    file: 'f.soft',
    said: [['The identifier "1007_s_at" appears twice in one sample.', 7]],
  },
  {
    name: 'counts that are negative',
    files: [
      [
        'GSE9_raw_counts_GRCh38.p13_NCBI.tsv',
        tabbed('GeneID GSM1 GSM2 GSM3', '7157 5 30 12', '3417 100 -250 31'),
      ],
    ],
    file: 'GSE9_raw_counts_GRCh38.p13_NCBI.tsv',
    said: [['1 value of -1 or less has no log2(x + 1) and will be missing.', 3]],
  },
  {
    name: 'files of STAR of which one has another width',
    files: [
      ['a_ReadsPerGene.out.tab', tabbed('N_unmapped 1 1 1', 'N_ambiguous 1 1 1', 'ENSG00000141510 1 1 1')],
      ['b_ReadsPerGene.out.tab', tabbed('N_unmapped 1 1 1', 'N_ambiguous 1 1 1', 'ENSG00000141510 1 1')],
    ],
    file: 'a_ReadsPerGene.out.tab',
    said: [['There is 1 sample; a data set needs at least 3.', null]],
  },
  {
    name: 'a study of cBioPortal without values',
    files: [
      ['s/meta_study.txt', 'cancer_study_identifier: s\n'],
      [
        's/data_clinical_sample.txt',
        tabbed('#p s', '#p s', '#STRING STRING', '#1 1', 'PATIENT_ID SAMPLE_ID', 'P1 P1-01'),
      ],
    ],
    file: 's/data_clinical_sample.txt',
    said: [['The study has no values here: add its file data_mrna_seq_v2_rsem.txt or the like.', null]],
  },
  {
    name: 'GCT with fewer rows than it states',
    files: [
      [
        'm.gct',
        lines('#1.2', '3\t3') + tabbed('Name Description S1 S2 S3', 'IDH1 x 1.5 2 3', 'TP53 y 4 5 6'),
      ],
    ],
    file: 'm.gct',
    said: [
      [
        'The second line states 3 rows and 3 samples, but there are 2 rows and 3 samples; the file may be cut off.',
        2,
      ],
    ],
  },
  {
    name: 'a matrix of Xena with a word among its numbers',
    files: [
      [
        'HiSeqV2.tsv',
        tabbed(
          'sample T-1 T-2 T-3',
          'IDH1 10.5 9.25 8.1',
          'TP53 1.5 high 6.5',
          'OLIG2 1.5 2.5 3.5',
          'MBP 2.5 1.25 7.5',
        ),
      ],
    ],
    file: 'HiSeqV2.tsv',
    said: [['"high" is not a number. Correct the file, leave out the column, or make it annotation.', 3]],
  },
  {
    name: 'CSV with a row that is too short',
    files: [['v.csv', lines('gene,S1,S2,S3', 'IDH1,1.5,2,3', 'TP53,4,5', 'OLIG2,7,8,9')]],
    file: 'v.csv',
    said: [
      [
        'This row has 3 cells, but there are 4 titles; add or remove cells, or quote a cell that holds a separator.',
        3,
      ],
    ],
  },
  {
    name: 'CSV with a row that is too long',
    files: [['v.csv', lines('gene,S1,S2,S3', 'IDH1,1.5,2,3', 'TP53,4,5,6,7', 'OLIG2,7,8,9')]],
    file: 'v.csv',
    said: [
      [
        'This row has 5 cells, but there are 4 titles; add or remove cells, or quote a cell that holds a separator.',
        3,
      ],
    ],
  },
  {
    name: 'CSV with a quotation mark that is never closed',
    files: [['v.csv', lines('gene,S1,S2,S3', 'IDH1,1.5,2,3', '"TP53,4,5,6', 'OLIG2,7,8,9')]],
    file: 'v.csv',
    said: [['The quotation mark opened here is not closed.', 3]],
  },
  {
    name: 'samples that are there twice',
    files: [['v.csv', lines('gene,S1,S2,S1', 'IDH1,1.5,2,3', 'TP53,4.5,5,6')]],
    file: 'v.csv',
    said: [['The sample "S1" appears twice. Rename or remove one in the file.', null]],
  },
  {
    name: 'two samples only',
    files: [['v.csv', lines('gene,S1,S2', 'IDH1,1.5,2', 'TP53,4.5,5', 'OLIG2,1.25,3')]],
    file: 'v.csv',
    said: [['There are 2 samples; a data set needs at least 3.', null]],
  },
  {
    name: 'decimal commas beside decimal points',
    files: [['v.csv', lines('gene;S1;S2;S3', 'IDH1;1,5;2,25;3.5', 'TP53;4,5;5.75;6,5')]],
    file: 'v.csv',
    said: [['2 numbers have a point and 4 numbers a comma; both are read as decimal marks.', 2]],
  },
  {
    name: 'identifiers of which few are known',
    files: [
      [
        'v.csv',
        lines(
          'gene,S1,S2,S3',
          '#a!,1.5,2,3',
          '#b!,4.5,5,6',
          '#c!,4.5,5,7',
          '#d!,4.5,5,7',
          '#e!,4.5,5,9',
          'IDH1,1.5,2,4',
          'TP53,1.5,2,4',
        ),
      ],
    ],
    file: 'v.csv',
    said: [
      [
        'Only 2 of 7 identifiers are known as SYMBOL. Choose another kind, or confirm that the mapping table is missing.',
        null,
      ],
    ],
  },
  {
    name: 'a sheet of samples with e-mail addresses',
    files: [
      ['v.csv', lines('gene,S1,S2,S3', 'IDH1,1.5,2,3', 'TP53,4.5,5,6')],
      ['samples.csv', lines('id,contact', 'S1,ann@example.org', 'S2,bob@example.org', 'S3,eve@example.org')],
    ],
    file: 'samples.csv',
    said: [
      ['"contact" seems to have e-mail addresses. Do not keep it, or confirm that it may be stored.', null],
    ],
  },
  {
    name: 'a sheet without values',
    files: [['samples.csv', lines('id,sex,group', 'S1,F,a', 'S2,M,b', 'S3,M,a')]],
    file: 'samples.csv',
    said: [
      ['"samples.csv" has no column of numbers; choose the columns of values, or another file.', null],
      ['No feature has an identifier; choose another column of identifiers.', null],
    ],
  },
  { name: 'an empty file', files: [['v.csv', '\n\n']], file: 'v.csv', said: [['The file is empty.', null]] },
  {
    name: 'a page of the web instead of a file',
    files: [['v.csv', '<!DOCTYPE html><html><body>Not found</body></html>\n']],
    file: 'v.csv',
    said: [['This is a web page (HTML). It may be an error page; download the file again.', null]],
  },
];
