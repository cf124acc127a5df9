/** Small tables of counts, with the values that are written for them. */
import { type GoodForm, lines, tabbed } from './form.ts';

const S = ['S1', 'S2', 'S3'];

const star = (first: number, second: number) =>
  tabbed(
    'N_unmapped 1 1 1',
    'N_multimapping 2 2 2',
    'N_noFeature 3 3 3',
    'N_ambiguous 4 4 4',
    `ENSG00000141510 ${first} 1 2`,
    `ENSG00000138413 ${second} 0 0`,
  );
const rsem = (first: string, second: string) =>
  tabbed(
    'gene_id transcript_id(s) length effective_length expected_count TPM FPKM',
    `ENSG00000141510 T1 10 9 ${first} 1 2`,
    `ENSG00000138413 T2 10 9 ${second} 1 2`,
  );
const salmon = (first: string, second: string) =>
  tabbed(
    'Name Length EffectiveLength TPM NumReads',
    `ENST00000269305 10 9 1 ${first}`,
    `ENST00000345146 10 9 1 ${second}`,
  );
const kallisto = (first: string, second: string) =>
  tabbed(
    'target_id length eff_length est_counts tpm',
    `ENST00000269305 10 9 ${first} 1`,
    `ENST00000345146 10 9 ${second} 1`,
  );
const htseq = (first: number, second: number) =>
  tabbed(`ENSG00000141510 ${first}`, `ENSG00000138413 ${second}`, '__no_feature 9', '__ambiguous 1');
const GENES = (first: readonly string[], second: readonly string[]) => ({
  ENSG00000141510: first,
  ENSG00000138413: second,
});
const TRANSCRIPTS = (first: readonly string[], second: readonly string[]) => ({
  ENST00000269305: first,
  ENST00000345146: second,
});

export const COUNT_FORMS: readonly GoodForm[] = [
  {
    name: 'a table of featureCounts with a sheet',
    files: [
      [
        'counts.txt',
        '# Program:featureCounts v2.0.1\n' +
          tabbed(
            'Geneid Chr Start End Strand Length s1.bam s2.bam s3.bam',
            'ENSG00000141510 17;17 11;15 12;18 -;- 100 5 6 70',
            'ENSG00000138413 2 1 9 - 200 0 12 13',
          ),
      ],
      ['coldata.csv', lines('sample,condition', 's1.bam,tumor', 's2.bam,normal', 's3.bam,tumor')],
    ],
    samples: ['s1.bam', 's2.bam', 's3.bam'],
    values: GENES(['5', '6', '70'], ['0', '12', '13']),
    attributes: { Condition: 'tumor' },
    annotation: ['Chr,Start,End,Strand,Length', '17;17,11;15,12;18,-;-,100'],
  },
  {
    name: 'counts of STAR in a file for each sample',
    files: [
      ['S1_ReadsPerGene.out.tab', star(5, 10)],
      ['S2_ReadsPerGene.out.tab', star(7, 20)],
      ['S3_ReadsPerGene.out.tab', star(90, 3)],
    ],
    samples: S,
    values: GENES(['5', '7', '90'], ['10', '20', '3']),
  },
  {
    name: 'genes of RSEM in a file for each sample',
    files: [
      ['S1.genes.results', rsem('3.50', '12')],
      ['S2.genes.results', rsem('0.00', '7.25')],
      ['S3.genes.results', rsem('11.01', '30')],
    ],
    samples: S,
    values: GENES(['3.50', '0.00', '11.01'], ['12', '7.25', '30']),
  },
  {
    name: 'transcripts of salmon in a folder for each sample',
    files: [
      ['S1/quant.sf', salmon('8.000', '1.5')],
      ['S2/quant.sf', salmon('3.000', '2.25')],
      ['S3/quant.sf', salmon('0', '17')],
    ],
    samples: S,
    values: TRANSCRIPTS(['8.000', '3.000', '0'], ['1.5', '2.25', '17']),
  },
  {
    name: 'transcripts of kallisto in a folder for each sample',
    files: [
      ['S1/abundance.tsv', kallisto('4', '5.5')],
      ['S2/abundance.tsv', kallisto('6', '7.125')],
      ['S3/abundance.tsv', kallisto('0', '19')],
    ],
    samples: S,
    values: TRANSCRIPTS(['4', '6', '0'], ['5.5', '7.125', '19']),
  },
  {
    name: 'counts of htseq-count in a file for each sample',
    files: [
      ['S1.counts.txt', htseq(5, 1)],
      ['S2.counts.txt', htseq(0, 2)],
      ['S3.counts.txt', htseq(700, 3)],
    ],
    samples: S,
    values: GENES(['5', '0', '700'], ['1', '2', '3']),
  },
];
