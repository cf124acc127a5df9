import { expect, test } from 'vitest';
import { readStudies } from '../read-studies.ts';
import { cellsOf, source, tabbed } from '../test-source.ts';
import { sampleNames } from './sample-counts.ts';

test('counts that NCBI made name their series', async () => {
  const counts = source(
    'GSE9_raw_counts_GRCh38.p13_NCBI.tsv',
    tabbed(['GeneID', 'GSM1', 'GSM2'], [100287102, 0, 3]),
  );
  const tpm = source(
    'GSE9_norm_counts_TPM_GRCh38.p13_NCBI.tsv',
    tabbed(['GeneID', 'GSM1', 'GSM2'], [100287102, 0, 0.5]),
  );
  const genes = source(
    'Human.GRCh38.p13.annot.tsv',
    tabbed(['GeneID', 'Symbol', 'Description', 'Synonyms'], [100287102, 'DDX11L1', 'x', '']),
  );
  const [study, ...others] = await readStudies([tpm, genes, counts]);
  expect(others).toEqual([]);
  expect(study?.about).toMatchObject({ accession: 'GSE9', technology: 'RNA-seq', organism: 'Homo sapiens' });
  expect(study?.matrices.map(({ file }) => file)).toEqual([counts.name, tpm.name]);
  expect(study?.features?.rows.get('100287102')?.[1]).toBe('DDX11L1');
});

test('a table of featureCounts has its annotation columns', async () => {
  const text = `# Program:featureCounts v2.0.1; Command:"featureCounts" "-a"\n${tabbed(
    ['Geneid', 'Chr', 'Start', 'End', 'Strand', 'Length', 's1.bam', 's2.bam'],
    ['ENSG1', '1;1', '11;15', '12;18', '+;+', 100, 5, 6],
  )}`;
  const sheet = source('coldata.csv', 'sample,group\ns1.bam,a\ns2.bam,b\n');
  const [study] = await readStudies([source('counts.txt', text), sheet]);
  expect(study?.form).toBe('featureCounts');
  expect(study?.matrices[0]?.annotationColumns).toEqual(['Chr', 'Start', 'End', 'Strand', 'Length']);
  expect(study?.sentence).toBe('featureCounts table, 2 samples, 1 row');
  expect(await cellsOf(study?.matrices[0])).toEqual([
    ['ENSG1', '1;1', '11;15', '12;18', '+;+', '100', '5', '6'],
  ]);
  expect(study?.sheets.map(({ file }) => file)).toEqual(['coldata.csv']);
});

const STAR = (first: number) =>
  tabbed(
    ['N_unmapped', 1, 1, 1],
    ['N_multimapping', 2, 2, 2],
    ['N_noFeature', 3, 3, 3],
    ['N_ambiguous', 4, 4, 4],
    ['ENSG1', first, 1, 2],
    ['ENSG2', 0, 0, 0],
  );

test('files of STAR are joined by gene, without the sums', async () => {
  const [study] = await readStudies([
    source('a/liver_ReadsPerGene.out.tab', STAR(5)),
    source('a/brain_ReadsPerGene.out.tab', STAR(7)),
  ]);
  expect(study?.sentence).toBe('STAR counts, 2 samples in a file each, 2 rows');
  expect(study?.matrices[0]?.columns).toEqual(['gene_id', 'liver', 'brain']);
  expect(await cellsOf(study?.matrices[0])).toEqual([
    ['ENSG1', '5', '7'],
    ['ENSG2', '0', '0'],
  ]);
  expect(study?.notes[0]?.sentence).toContain('unstranded');
});

test.each([
  [
    'RSEM genes',
    'x.genes.results',
    ['gene_id', 'transcript_id(s)', 'length', 'effective_length', 'expected_count', 'TPM', 'FPKM'],
    ['G1', 'T1', 10, 9, '3.50', 1, 2],
    '3.50',
  ],
  [
    'salmon counts',
    'x/quant.sf',
    ['Name', 'Length', 'EffectiveLength', 'TPM', 'NumReads'],
    ['T1', 10, 9, 1, '8.000'],
    '8.000',
  ],
  [
    'kallisto counts',
    'x/abundance.tsv',
    ['target_id', 'length', 'eff_length', 'est_counts', 'tpm'],
    ['T1', 10, 9, 4, 1],
    '4',
  ],
] as const)('%s has one value for each gene', async (form, name, titles, row, value) => {
  const [study] = await readStudies([source(name, tabbed([...titles], [...row]))]);
  expect(study?.form).toBe(form);
  expect(study?.matrices[0]?.columns.at(-1)).toBe('x');
  expect((await cellsOf(study?.matrices[0]))[0]?.at(-1)).toBe(value);
});

test('htseq-count is known by its end', async () => {
  const text = tabbed(['ENSG1', 5], ['ENSG2', 6], ['__no_feature', 9], ['__ambiguous', 1]);
  const [study] = await readStudies([
    source('GSM1_liver.counts.txt', text),
    source('GSM2_brain.counts.txt', text),
  ]);
  expect(study?.form).toBe('htseq-count');
  expect(study?.matrices[0]?.columns).toEqual(['gene_id', 'GSM1_liver', 'GSM2_brain']);
  expect(await cellsOf(study?.matrices[0])).toHaveLength(2);
});

test('samples are called by their files, else by their folders', () => {
  expect(sampleNames(['a/s1.genes.results.gz', 'a/s2.genes.results.gz'])).toEqual(['s1', 's2']);
  expect(sampleNames(['q/s1/quant.sf', 'q/s2/quant.sf'])).toEqual(['s1', 's2']);
  expect(sampleNames(['s1_htseq.counts', 's2.htseq_counts.txt'])).toEqual(['s1', 's2']);
  expect(sampleNames(['x/s/quant.sf', 'y/s/quant.sf'])).toEqual(['x/s/quant.sf', 'y/s/quant.sf']);
});
