/** Writes the laboratory's folder of a study by its map: a collection with one data set, or two if counts are kept. */
import type { DataMap } from '@omicon/domain/data-map/data-map.ts';
import { IntakeRefusal, refusal } from '../../records.ts';
import { type Layout, layoutOf } from '../propose/layout.ts';
import { isAccession } from '../propose/propose-records.ts';
import type { Study } from '../study.ts';
import { AnalytePass } from './analyte-pass.ts';
import { featureLines, uniqueIdentifierOf } from './feature-metadata.ts';
import {
  collectionAttributes,
  dataSetAttributes,
  type Origin,
  type Sizes,
  type WrittenDataSet,
} from './record-attributes.ts';
import { type SampleTable, sampleTable } from './sample-table.ts';
import { type SourceTable, sourceTable } from './source-table.ts';
import { chunksOf } from './text.ts';
import { log2Cpm, log2OfNext, type Transform } from './transformations.ts';

/** Takes the content of one file of the folder; resolves when it is written. */
export type Sink = (path: string, content: AsyncIterable<string>) => Promise<void>;

/** The layout of a map that was examined. @throws IntakeRefusal if the map does not fit the study */
function fittingLayout(study: Study, map: DataMap): Layout {
  const { layout, findings } = layoutOf(study, map);
  if (layout !== null && findings.length === 0 && isAccession(map.accession)) return layout;
  const faults = findings.map(({ sentence, file }) => ({
    kind: 'wrong' as const,
    file: file ?? map.matrix,
    line: null,
    column: null,
    sentence,
  }));
  throw faults.length > 0
    ? new IntakeRefusal(faults)
    : refusal(map.matrix, 'The accession cannot name a folder.');
}

interface Writing {
  study: Study;
  map: DataMap;
  layout: Layout;
  table: SourceTable;
  samples: SampleTable;
  origin: Origin;
  sink: Sink;
}

/** Writes the four files of a data set; the pass over the values comes first, as it finds the features. */
async function writeDataSet(
  { study, map, layout, table, samples, origin, sink }: Writing,
  dataSet: WrittenDataSet,
  transform: Transform | null,
): Promise<AnalytePass> {
  const name = `${map.accession}_${dataSet.name}`;
  const stem = `${folderOf(map)}/${name}_00-00-00/${name}`;
  const pass = new AnalytePass(table, transform);
  await sink(`${stem}.csv`, chunksOf(pass.lines(uniqueIdentifierOf(map.id_kind))));
  const { features } = pass;
  const sizes = sizesOf(table, samples, features.ids.length);
  await sink(`${stem}_feature_metadata.csv`, chunksOf(featureLines({ study, map, layout }, features)));
  await sink(`${stem}_attributes.csv`, chunksOf(dataSetAttributes(map, dataSet, { sizes, origin })));
  await sink(`${stem}_sample_attributes.csv`, chunksOf(samples.lines));
  return pass;
}

function folderOf({ accession }: DataMap): string {
  return `${accession}_makeDC_00-00-00`;
}

function sizesOf(table: SourceTable, { individuals }: SampleTable, features: number): Sizes {
  return { samples: table.samples.length, features, individuals };
}

/** Writes one data set, or for log2 CPM two: that of the counts finds the library sizes for the other. */
async function writeDataSets(writing: Writing): Promise<number> {
  const { map } = writing;
  const main = { name: 'DS1', isSource: false, version: 'A.1' };
  if (map.transformation !== 'log2 CPM') {
    const transform = map.transformation === 'none' ? null : log2OfNext;
    return (await writeDataSet(writing, main, transform)).lost;
  }
  const counts = await writeDataSet(writing, { name: 'DS2', isSource: true, version: 'B.1' }, null);
  return (await writeDataSet(writing, main, log2Cpm(counts.sums))).lost;
}

/**
 * Writes the folder that the intake reads. The file of values is read for each file that needs it and not kept, unless
 * samples are in rows.
 * @returns how many values that had something in their cell are written as missing
 * @throws IntakeRefusal if the map does not fit the study, or a file is damaged
 */
export async function writeFolder(
  study: Study,
  map: DataMap,
  known: Origin,
  sink: Sink,
): Promise<{ emptied: number }> {
  const layout = fittingLayout(study, map);
  const table = await sourceTable(layout, map);
  const samples = sampleTable(layout, map, table.samples);
  const writing: Writing = { study, map, layout, table, samples, origin: known, sink };
  const stem = `${folderOf(map)}/${map.accession}`;
  await sink(
    `${stem}_DC_attributes.csv`,
    chunksOf(collectionAttributes(map, sizesOf(table, samples, 0), known)),
  );
  await sink(`${stem}_sample_attributes.csv`, chunksOf(samples.lines));
  const lost = await writeDataSets(writing);
  return { emptied: table.emptied + lost };
}
