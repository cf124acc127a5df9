/** A small laboratory with one collection, one loaded data set and two gene sets, for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { featureMatrix } from '@omicon/domain/statistics/matrix.ts';
import { attributeTable, quotedLine, writeTable } from './files/csv.ts';
import { type LaboratoryDataSet, sampleLines, writeDataSet } from './files/laboratory-data-set.ts';

const GENES = 180;
const SAMPLES = 30;
const labels = Array.from({ length: SAMPLES }, (_, sample) => `GBM_${sample + 1}`);
const folders: string[] = [];

/** Removes the folders of all laboratories. */
export function removeLaboratories(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}

/** Genes in six programs with noise; two batches; the last sample is an outlier, one gene does not vary. */
function loadedDataSet(): LaboratoryDataSet {
  const noise = (a: number, b: number) => {
    const value = Math.sin(a * 127.1 + b * 311.7) * 43_758.5453;
    return 2 * (value - Math.floor(value)) - 1;
  };
  const rows = Array.from({ length: GENES }, (_, gene) =>
    Array.from({ length: SAMPLES }, (_, sample) => {
      if (gene === 7) return 5;
      const signal = sample === SAMPLES - 1 ? 3 * noise(gene, 901) : noise(1000 + (gene % 6), sample);
      const level = 6 + 2 * noise(gene, 77);
      return Number(
        (level + signal + 0.3 * noise(gene, sample) + (sample % 2) * 0.4 * noise(gene, 55)).toFixed(3),
      );
    }),
  );
  return {
    title: 'Test 2026 glioma EXT',
    version: 'A.1',
    uniqueIdentifier: 'SYMBOL',
    attributes: new Map([
      ['Title', 'Test 2026 glioma EXT'],
      ['Version', 'A.1'],
      ['Technology', 'Microarray'],
      ['Platform', 'Affymetrix U133A'],
      ['Unique Identifier', 'SYMBOL'],
      ['Mapping Tables', null],
      ['Transformations', null],
    ]),
    features: rows.map((_, gene) => `GENE${gene + 1}`),
    featureMetadata: { columns: ['ENTREZID'], rows: rows.map((_, gene) => [String(1000 + gene)]) },
    labels,
    sampleAttributes: {
      columns: ['Organism', 'Disease', 'Batch', 'Sex'],
      rows: labels.map((_, sample) => [
        'Homo sapiens',
        'glioblastoma',
        String(1 + (sample % 2)),
        sample % 3 === 0 ? 'M' : 'F',
      ]),
    },
    matrix: featureMatrix(rows),
  };
}

/** Writes the laboratory into a new folder; steps are kept in another. */
export async function writeLaboratory(): Promise<{ root: string; work: string; input: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pipeline-'));
  folders.push(folder);
  const root = path.join(folder, 'laboratory');
  const collection = path.join(root, 'TEST/makeDC/TEST_makeDC_10-20-30');
  const dataSet = loadedDataSet();
  await writeTable(
    path.join(collection, 'TEST_DC_attributes.csv'),
    attributeTable([
      ['Title', 'Test 2026 glioma'],
      ['Number of Samples', SAMPLES],
    ]),
  );
  await writeTable(
    path.join(collection, 'TEST_sample_attributes.csv'),
    sampleLines(labels, dataSet.sampleAttributes),
  );
  await writeGeneSets(path.join(root, 'resources/genesets'));
  const input = path.join(collection, 'TEST_DS1_10-20-31');
  await writeDataSet(dataSet, { stem: path.join(input, 'TEST_DS1'), attributesName: 'attributes' });
  return { root, work: path.join(folder, 'steps'), input };
}

/** Gene sets of two programs, as the laboratory keeps them. */
async function writeGeneSets(folder: string): Promise<void> {
  const sets = [0, 1].map((program) => Array.from({ length: 20 }, (_, at) => `gene${6 * at + program + 1}`));
  const legend = sets.map((genes, at) =>
    quotedLine([
      `MOSET${at + 1}`,
      `PROGRAM_${at}`,
      'CellType',
      genes.length,
      'Homo sapiens',
      null,
      'made up, for tests',
    ]),
  );
  const columns = ['SetID', 'SetName', 'Category', 'SetSize', 'Species', 'PubMed', 'Description'];
  await writeTable(path.join(folder, 'MyGeneSetsLEGEND.csv'), [quotedLine(columns), ...legend]);
  for (const [at, genes] of sets.entries()) await writeTable(path.join(folder, `MOSET${at + 1}.csv`), genes);
}
