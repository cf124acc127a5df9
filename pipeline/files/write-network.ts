/** The folder of a covariation network: its tables, and one folder of enrichment for each source and definition. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type EnrichmentRow, enrichModules } from '@omicon/domain/pipeline/enrichment.ts';
import { isSymbolKind, symbolsOfCell, withoutSymbols } from '@omicon/domain/pipeline/gene-symbols.ts';
import type { CovariationNetwork } from '@omicon/domain/pipeline/networks/find-network.ts';
import type { ModuleStatistics } from '@omicon/domain/pipeline/networks/module-statistics.ts';
import { PipelineRefusal } from '@omicon/domain/pipeline/refusal.ts';
import { checkpoint, type Watch } from '@omicon/domain/pipeline/watch.ts';
import { DEFINITION_NAMES } from '@omicon/domain/records/module-definition.ts';
import { writeTable } from './csv.ts';
import { cellsOf, type LaboratoryDataSet } from './laboratory-data-set.ts';
import {
  eigengeneLines,
  enrichmentLines,
  kmeLines,
  moduleStatisticsLines,
  type NetworkSubjects,
  type TestedSet,
} from './network-tables.ts';

/** A gene set with the part of the file name that says where it comes from: MY for the laboratory, BROAD for MSigDB. */
export interface SourcedSet extends TestedSet {
  source: string;
}

export interface NetworkFiles {
  folder: string;
  /** run id in the names of the tables */
  run: string;
  /** whether the kME table has kME and P */
  isComplete: boolean;
  /** statistics of the modules */
  rows: readonly ModuleStatistics[];
  geneSets: readonly SourcedSet[];
  /** symbols of each feature; not needed without gene sets */
  genesOf: readonly (readonly string[])[];
}

/**
 * Symbols of some features of a data set: their identifiers if those are symbols, or the column SYMBOL of the metadata.
 * @param rows of the data set
 * @throws PipelineRefusal if none of its features has one
 */
export function symbolsOf(
  { uniqueIdentifier, features, featureMetadata }: LaboratoryDataSet,
  rows: readonly number[],
): string[][] {
  const column = featureMetadata.columns.find(isSymbolKind);
  const cells = isSymbolKind(uniqueIdentifier) ? features : cellsOf(featureMetadata, column ?? '');
  const symbols = cells.map(symbolsOfCell);
  if (symbols.every((found) => found.length === 0))
    throw new PipelineRefusal('parameters', withoutSymbols(uniqueIdentifier));
  return rows.map((row) => symbols[row] ?? []);
}

/** Enrichment of the gene sets of one source in the modules of one definition, as it was written. */
export interface WrittenEnrichment {
  folder: string;
  /** stem of the table, as its folder is called: GSHyperG_MY_SETS_10-20-30_SEED */
  name: string;
  /** code of the definition in file names, such as SEED */
  definition: string;
  rows: EnrichmentRow<SourcedSet>[];
}

async function writeEnrichment(
  network: CovariationNetwork,
  { folder, run, geneSets, genesOf }: NetworkFiles,
  watch: Watch | undefined,
): Promise<WrittenEnrichment[]> {
  const { seed, positiveBonferroni, positiveFdr } = network.definitions;
  const tested = [
    [DEFINITION_NAMES.Seed.enrichmentCode, seed],
    [DEFINITION_NAMES.PosBC.enrichmentCode, positiveBonferroni],
    [DEFINITION_NAMES.PosFDR.enrichmentCode, positiveFdr],
  ] as const;
  const written: WrittenEnrichment[] = [];
  for (const [source, sets] of Map.groupBy(geneSets, (set) => set.source))
    for (const [definition, assignment] of tested) {
      if (assignment.every((module) => module < 0)) continue;
      const modules = { assignment, moduleCount: network.modules.length, genesOf };
      const rows = enrichModules(modules, sets, watch);
      const name = `GSHyperG_${source}_SETS_${run}_${definition}`;
      const own = path.join(folder, name);
      await writeTable(path.join(own, `${name}.csv`), enrichmentLines(network, rows));
      written.push({ folder: own, name, definition, rows });
    }
  return written;
}

/**
 * Writes the folder of a network; one without modules stays empty.
 * @returns what was written about enrichment
 */
export async function writeNetwork(
  network: CovariationNetwork,
  subjects: NetworkSubjects,
  files: NetworkFiles,
  watch?: Watch,
): Promise<WrittenEnrichment[]> {
  const { folder, run, isComplete, rows } = files;
  await mkdir(folder, { recursive: true });
  if (network.modules.length === 0) return [];
  checkpoint(watch, 'writing files', 0);
  const at = (name: string) => path.join(folder, `${name}_${run}.csv`);
  await writeTable(at('Module_eigengenes'), eigengeneLines(network, subjects.labels));
  await writeTable(at('kME_table'), kmeLines(network, subjects, isComplete));
  await writeTable(at('Module_statistics'), moduleStatisticsLines(network, rows));
  const enrichment = await writeEnrichment(network, files, watch);
  checkpoint(watch, 'writing files', 1);
  return enrichment;
}
