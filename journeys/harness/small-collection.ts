/** A small data collection in the laboratory's format, as a zip for uploads. */
import { createHash } from 'node:crypto';
import { ZipFile } from 'yazl';

export interface SmallCollection {
  /** folder name and accession, unique per test */
  name: string;
  samples: number;
  features: number;
}

function csv(rows: (string | number)[][]): string {
  return `${rows.map((row) => row.join(',')).join('\n')}\n`;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function sampleTable({ name, samples }: SmallCollection): string {
  const rows = range(samples).map((index) => [
    index,
    `${name}_S${index}`,
    'Homo sapiens',
    index % 3 === 0 ? 'frontal lobe' : 'brain',
    index % 4 === 0 ? '' : 'M',
  ]);
  return csv([['Index', 'Label', 'Organism', 'Tissue', 'Sex'], ...rows]);
}

function matrix({ name, samples, features }: SmallCollection): string {
  const indices = range(samples);
  const rows = range(features).map((feature) => [
    feature,
    `GENE${feature}`,
    ...indices.map((sample) => ((feature * sample) % 97) / 7).map((value) => value.toFixed(3)),
  ]);
  return csv([
    ['INDEX', 'Feature', ...indices],
    ['', 'SYMBOL', ...indices.map((index) => `${name}_S${index}`)],
    ...rows,
  ]);
}

/** Files by path inside the archive. */
export function writeSmallCollection(collection: SmallCollection): Map<string, string> {
  const { name, samples, features } = collection;
  const run = `${name}/makeDC/${name}_makeDC_10-20-30`;
  const set = `${run}/${name}_DS1_10-20-30/${name}_DS1`;
  const title = `Journey 2024 ${name}`;
  return new Map([
    [
      `${run}/${name}_DC_attributes.csv`,
      csv([
        ['Attribute', 'Value'],
        ['Title', title],
        ['Accession ID', name],
        ['Availability', 'Public'],
      ]),
    ],
    [`${run}/${name}_sample_attributes.csv`, sampleTable(collection)],
    [
      `${set}_attributes.csv`,
      csv([
        ['Attribute', 'Value'],
        ['Title', `${title} EXT`],
        ['Version', 'A.1'],
        ['Technology', 'Sequencer'],
        ['Platform', 'Illumina HiSeq'],
        ['Unique Identifier', 'SYMBOL'],
        ['Number of Features', features],
        ['Number of Samples', samples],
      ]),
    ],
    [`${set}_sample_attributes.csv`, sampleTable(collection)],
    [
      `${set}_feature_metadata.csv`,
      csv([['Index', 'SYMBOL'], ...range(features).map((feature) => [feature, `GENE${feature}`])]),
    ],
    [`${set}.csv`, matrix(collection)],
  ]);
}

/** The zip archive of these files; uncompressed, so that its size is predictable. */
export async function zipFiles(
  files: ReadonlyMap<string, string>,
  { compress = true } = {},
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name, { compress });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
