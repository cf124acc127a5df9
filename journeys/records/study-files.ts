/** Files of other forms with planted results: a study folder with follow-up, and an AnnData file of single cells. */
import { randomSource } from '@omicon/demo/kit/random.ts';
import { measuredGenes } from '@omicon/demo/laboratory/genes.ts';
import {
  addCategories,
  addFrame,
  addSparse,
  writeHdf5,
} from '@omicon/server/bring-programs/forms/hdf5/write-hdf5.ts';
import type { ChosenFile } from './bring-steps.ts';

type Row = readonly (string | number)[];

const tabbed = (rows: readonly Row[]) => `${rows.map((row) => row.join('\t')).join('\n')}\n`;

function textFile(name: string, text: string): ChosenFile {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
}

/** Four lines of comments before the titles: names, descriptions, types and priorities. */
function clinicalTable(titles: readonly string[], rows: readonly Row[]): string {
  const names = titles.map((title) => title.toLowerCase().replaceAll('_', ' '));
  const types = titles.map((title) => (title.endsWith('_MONTHS') ? 'NUMBER' : 'STRING'));
  const comments = [names, names, types, titles.map(() => '1')].map((line) => `#${line.join('\t')}\n`);
  return `${comments.join('')}${tabbed([titles, ...rows])}`;
}

export const STUDY = { name: 'Gliomas of forty patients', patients: 40, genes: 300, predictor: 'TERT' };

/** Patients die the sooner the more of the predictor their tumour expresses; every fifth is alive at the end. */
export function makeStudyFolder(): ChosenFile[] {
  const random = randomSource(40);
  const patients = Array.from({ length: STUDY.patients }, (_, at) => {
    const level = random.normal();
    return {
      id: `TCGA-DU-${1000 + at}`,
      level,
      months: (30 * Math.exp(-level) + random.uniform()).toFixed(2),
      status: at % 5 === 4 ? '0:LIVING' : '1:DECEASED',
      sex: random.pick(['Female', 'Male']),
      grade: random.pick(['G2', 'G3']),
    };
  });
  const values = measuredGenes(STUDY.genes).map((gene, at) => [
    gene,
    3000 + at,
    ...patients.map(({ level }) =>
      (2 ** (8 + (gene === STUDY.predictor ? level : random.normal()))).toFixed(4),
    ),
  ]);
  return [
    textFile(
      'meta_study.txt',
      `type_of_cancer: difg\ncancer_study_identifier: difg_forty\nname: ${STUDY.name}\nreference_genome: hg19\n`,
    ),
    textFile(
      'meta_mrna_seq_v2_rsem.txt',
      'cancer_study_identifier: difg_forty\ngenetic_alteration_type: MRNA_EXPRESSION\ndata_filename: data_mrna_seq_v2_rsem.txt\n',
    ),
    textFile(
      'data_mrna_seq_v2_rsem.txt',
      tabbed([['Hugo_Symbol', 'Entrez_Gene_Id', ...patients.map(({ id }) => `${id}-01`)], ...values]),
    ),
    textFile(
      'data_clinical_sample.txt',
      clinicalTable(
        ['PATIENT_ID', 'SAMPLE_ID', 'GRADE'],
        patients.map(({ id, grade }) => [id, `${id}-01`, grade]),
      ),
    ),
    textFile(
      'data_clinical_patient.txt',
      clinicalTable(
        ['PATIENT_ID', 'SEX', 'OS_STATUS', 'OS_MONTHS'],
        patients.map(({ id, sex, status, months }) => [id, sex, status, months]),
      ),
    ),
  ];
}

export const CELL_TYPES = ['Astrocyte', 'Microglia', 'Neuron'];
export const DONORS = Array.from({ length: 12 }, (_, at) => `D${String(at + 1).padStart(2, '0')}`);
const CELLS = 600;
/** Genes of each cell type, of 200. */
const MARKERS = 40;

export interface CellSums {
  genes: string[];
  /** counts by `donor cell type`, one for each gene */
  sums: Map<string, number[]>;
}

/** Each cell type has markers of its own. @returns what the samples of the data set are */
export async function writeCells(file: string): Promise<CellSums> {
  const random = randomSource(600);
  const genes = measuredGenes(200);
  const cells = Array.from({ length: CELLS }, (_, at) => ({
    donor: at % DONORS.length,
    type: Math.floor(at / DONORS.length) % CELL_TYPES.length,
  }));
  // What varies between donors varies in all cells of a type.
  const activity = DONORS.map(() => CELL_TYPES.map(() => 2 ** (0.3 * random.normal())));
  const counts = cells.map(({ donor, type }) =>
    genes.map((_, gene) => {
      const isMarker = Math.floor(gene / MARKERS) === type;
      const mean = isMarker ? 9 * (activity[donor]?.[type] ?? 1) : 2;
      return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.normal()));
    }),
  );
  const sums = new Map<string, number[]>();
  for (const [at, { donor, type }] of cells.entries()) {
    const name = `${DONORS[donor]} ${CELL_TYPES[type]}`;
    const before = sums.get(name);
    sums.set(name, counts[at]?.map((count, gene) => count + (before?.[gene] ?? 0)) ?? []);
  }
  await writeHdf5(file, (root) => {
    const obs = addFrame(
      root,
      'obs',
      cells.map((_, at) => `cell${at}`),
    );
    const donors = cells.map(({ donor }) => donor);
    addCategories(obs, 'donor_id', donors, DONORS);
    addCategories(
      obs,
      'cell_type',
      cells.map(({ type }) => type),
      CELL_TYPES,
    );
    addCategories(
      obs,
      'sex',
      donors.map((donor) => donor % 2),
      ['female', 'male'],
    );
    addFrame(root, 'var', genes);
    addSparse(root, 'X', counts, 'csr');
  });
  return { genes, sums };
}
