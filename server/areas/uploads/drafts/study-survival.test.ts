/** A study folder of cBioPortal, from its upload to the survival of its samples, without a choice of columns. */
import { listDataSets } from '@omicon/contract/areas/collections.ts';
import { getDraft, storeDraft } from '@omicon/contract/areas/drafts.ts';
import { getSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test-support/portal.ts';
import { uploading } from '../../../test-support/uploads.ts';

let portal: TestPortal;
let lab: Caller;
const uploads = uploading(() => ({ portal, lab }));

beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB');
}, 60_000);
afterAll(() => portal.close());

const PATIENTS = Array.from({ length: 12 }, (_, at) => `TCGA-DU-${1000 + at}`);
const SAMPLES = PATIENTS.map((patient) => `${patient}-01`);
const GENES = ['IDH1', 'TP53', 'OLIG2', 'SOX10'];

const tabbed = (rows: readonly (readonly (string | number)[])[]) =>
  `${rows.map((row) => row.join('\t')).join('\n')}\n`;

/** Four lines of comments, as cBioPortal has them, before the titles. */
function clinical(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const comment = (cells: readonly string[]) => `#${cells.join('\t')}`;
  const names = titles.map((title) => title.toLowerCase().replaceAll('_', ' '));
  const kinds = titles.map((title) => (title.endsWith('_MONTHS') ? 'NUMBER' : 'STRING'));
  const comments = [names, names, kinds, titles.map(() => '1')].map(comment).join('\n');
  return `${comments}\n${tabbed([titles, ...rows])}`;
}

/** The tenth patient was not followed; of every third the death was seen. */
const monthsOf = (at: number) => (at === 9 ? '[Not Available]' : (60 - at * 4.25).toFixed(2));
const isDead = (at: number) => at % 3 === 0 && at !== 9;

const FILES: readonly [name: string, content: string][] = [
  [
    'lgg_test/meta_study.txt',
    'type_of_cancer: difg\ncancer_study_identifier: lgg_test\nname: Lower grade gliomas (test)\ndescription: Twelve.\nreference_genome: hg19\n',
  ],
  [
    'lgg_test/meta_mrna_seq_v2_rsem.txt',
    'cancer_study_identifier: lgg_test\ngenetic_alteration_type: MRNA_EXPRESSION\ndatatype: CONTINUOUS\nstable_id: rna_seq_v2_mrna\ndata_filename: data_mrna_seq_v2_rsem.txt\n',
  ],
  [
    'lgg_test/data_mrna_seq_v2_rsem.txt',
    tabbed([
      ['Hugo_Symbol', 'Entrez_Gene_Id', ...SAMPLES],
      ...GENES.map((gene, at) => [
        gene,
        3000 + at,
        ...SAMPLES.map((_, sample) => (500 + 400 * Math.sin(at * 5 + sample * 2)).toFixed(4)),
      ]),
    ]),
  ],
  [
    'lgg_test/data_clinical_sample.txt',
    clinical(
      ['PATIENT_ID', 'SAMPLE_ID', 'GRADE'],
      PATIENTS.map((patient, at) => [patient, `${patient}-01`, at % 2 === 0 ? 'G2' : 'G3']),
    ),
  ],
  [
    'lgg_test/data_clinical_patient.txt',
    clinical(
      ['PATIENT_ID', 'SEX', 'DFS_STATUS', 'DFS_MONTHS', 'OS_STATUS', 'OS_MONTHS'],
      PATIENTS.map((patient, at) => [
        patient,
        at % 2 === 0 ? 'Female' : 'Male',
        at % 2 === 0 ? '1:Recurred/Progressed' : '0:DiseaseFree',
        (20 - at).toFixed(1),
        isDead(at) ? '1:DECEASED' : '0:LIVING',
        monthsOf(at),
      ]),
    ),
  ],
];

test('survival by a gene is there at once, of overall survival and not of the endpoint before it', async () => {
  const parts = FILES.map(([, content]) => Buffer.from(content));
  const id = await uploads.uploadWhole(Buffer.concat(parts), {
    kind: 'data',
    files: FILES.map(([name], at) => ({ name, size_bytes: parts[at]?.length ?? 0 })),
  });
  const { map, proposal } = (await portal.call(getDraft, { as: lab, params: { id } })).reply;
  expect(
    map?.attributes.flatMap(({ role, column, name }) => (role === null ? [] : [[role, column, name]])),
  ).toEqual([
    ['individual', 'PATIENT_ID', 'Individual'],
    ['event', 'DFS_STATUS', 'DFS_STATUS'],
    ['time', 'DFS_MONTHS', 'DFS_MONTHS'],
    ['event', 'OS_STATUS', 'Vital_Status'],
    ['time', 'OS_MONTHS', 'Survival_Months'],
  ]);
  expect(proposal?.findings.filter(({ level }) => level === 'refused' || level === 'confirm')).toEqual([]);

  expect((await portal.call(storeDraft, { as: lab, params: { id } })).status).toBe(202);
  await portal.runJobs();
  expect(await uploads.reportOf(id)).toMatchObject({ status: 'stored', faults: [] });
  const { reply: list } = await portal.call(listDataSets, {
    as: lab,
    query: { search: 'Lower grade gliomas' },
  });
  const { reply } = await portal.call(getSurvival, {
    as: lab,
    params: { id: list.results[0]?.id ?? 0 },
    body: { by: { kind: 'feature', name: 'IDH1' } },
  });
  expect(reply).toMatchObject({
    time: 'Survival_Months',
    event: 'Vital_Status',
    observed: ['1:DECEASED'],
    unknown_events: [],
    n: 11,
    events: SAMPLES.filter((_, at) => isDead(at)).length,
    subject: { kind: 'numeric', name: 'IDH1' },
  });
  expect(reply.panels).toHaveLength(1);
});
