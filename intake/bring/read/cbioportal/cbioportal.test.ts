import { expect, test } from 'vitest';
import { readStudies } from '../read-studies.ts';
import { cellsOf, columnOf, source, tabbed } from '../test-source.ts';

const META =
  'type_of_cancer: difg\ncancer_study_identifier: lgg_test\nname: Gliomas: a test\ndescription: Twelve.\npmid: 1,2\nreference_genome: hg19\n';
const COMMENTS = '#Patient\tSample\n#x\tx\n#STRING\tSTRING\n#1\t1\n';
const SAMPLES = `${COMMENTS}${tabbed(['PATIENT_ID', 'SAMPLE_ID', 'GRADE'], ['P1', 'P1-01', 'II'], ['P1', 'P1-02', 'III'], ['P3', 'P3-01', ''])}`;
const PATIENTS = `${COMMENTS}${tabbed(['PATIENT_ID', 'SEX', 'OS_MONTHS'], ['P1', 'Female', '12.50'], ['P2', 'Male', 3])}`;
const VALUES = tabbed(
  ['Hugo_Symbol', 'Entrez_Gene_Id', 'P1-01', 'P1-02', 'P3-01'],
  ['IDH1', 3417, '1.50', 'NA', 2],
);

function folder(...names: string[]) {
  const files: Record<string, string> = {
    'meta_study.txt': META,
    'data_clinical_sample.txt': SAMPLES,
    'data_clinical_patient.txt': PATIENTS,
    'data_mrna_seq_v2_rsem.txt': VALUES,
    'data_mrna_seq_v2_rsem_zscores_ref_all_samples.txt': VALUES,
  };
  return names.map((name) => source(`lgg_test/${name}`, files[name] ?? ''));
}

test('a study folder has its patients joined to its samples', async () => {
  const [study] = await readStudies(
    folder(
      'meta_study.txt',
      'data_mrna_seq_v2_rsem_zscores_ref_all_samples.txt',
      'data_clinical_patient.txt',
      'data_clinical_sample.txt',
      'data_mrna_seq_v2_rsem.txt',
    ),
  );
  expect(study?.sentence).toBe('cBioPortal study lgg_test, 3 samples, 1 row');
  expect(study?.matrices[0]).toMatchObject({
    file: 'lgg_test/data_mrna_seq_v2_rsem.txt',
    idColumn: 'Hugo_Symbol',
    annotationColumns: ['Entrez_Gene_Id'],
  });
  expect(await cellsOf(study?.matrices[0])).toEqual([['IDH1', '3417', '1.50', 'NA', '2']]);
  const sheet = study?.sheets[0];
  expect(sheet?.labelColumn).toBe('SAMPLE_ID');
  expect(columnOf(sheet, 'OS_MONTHS')).toEqual(['12.50', '12.50', null]);
  expect(columnOf(sheet, 'GRADE')).toEqual(['II', 'III', null]);
  expect(study?.notes).toMatchObject([
    { sentence: '1 sample without a row of its patient.', isFault: false },
  ]);
  expect(study?.about).toMatchObject({
    title: 'Gliomas: a test',
    accession: 'lgg_test',
    pubmed_id: '1',
    organism: 'Homo sapiens',
  });
});

test('a study without values waits for them', async () => {
  const [study] = await readStudies(folder('meta_study.txt', 'data_clinical_sample.txt'));
  expect(study?.notes.find(({ isFault }) => isFault)?.sentence).toContain('add its file data_mrna');
});
