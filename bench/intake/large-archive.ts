/** Writes a data collection with one matrix as an archive of two gigabytes, without holding it in memory. */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

const SAMPLES = 10_000;
const FEATURES = 27_000;
const NAME = 'BENCH_LARGE';
const RUN = `${NAME}/makeDC/${NAME}_makeDC_10-20-30`;
const SET = `${RUN}/${NAME}_DS1_10-20-30/${NAME}_DS1`;

function* sampleRows(): Iterable<string> {
  yield 'Index,Label,Organism\n';
  for (let index = 1; index <= SAMPLES; index += 1) yield `${index},S${index},Homo sapiens\n`;
}

function* featureRows(): Iterable<string> {
  yield 'Index,SYMBOL\n';
  for (let index = 1; index <= FEATURES; index += 1) yield `${index},GENE${index}\n`;
}

function* matrixRows(): Iterable<string> {
  const indices = Array.from({ length: SAMPLES }, (_, index) => index + 1);
  yield `INDEX,Feature,${indices.join(',')}\n`;
  yield `,SYMBOL,${indices.map((index) => `S${index}`).join(',')}\n`;
  for (let feature = 1; feature <= FEATURES; feature += 1) {
    yield `${feature},GENE${feature},${indices.map((sample) => (((feature * 31 + sample * 17) % 9973) / 997).toFixed(5)).join(',')}\n`;
  }
}

/** @returns size of the archive in bytes; entries are not compressed */
export async function writeLargeArchive(file: string): Promise<number> {
  const zip = new ZipFile();
  const add = (name: string, rows: Iterable<string>) =>
    zip.addReadStream(Readable.from(rows, { objectMode: false }), name, { compress: false });
  zip.addBuffer(
    Buffer.from(`Attribute,Value\nTitle,Bench 2024 ${NAME}\nAvailability,Public\n`),
    `${RUN}/${NAME}_DC_attributes.csv`,
  );
  add(`${RUN}/${NAME}_sample_attributes.csv`, sampleRows());
  const attributes = `Attribute,Value\nTitle,Bench 2024 ${NAME} EXT\nVersion,A.1\nTechnology,Sequencer\nUnique Identifier,SYMBOL\n`;
  zip.addBuffer(Buffer.from(attributes), `${SET}_attributes.csv`);
  add(`${SET}_sample_attributes.csv`, sampleRows());
  add(`${SET}_feature_metadata.csv`, featureRows());
  add(`${SET}.csv`, matrixRows());
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  return (await stat(file)).size;
}
