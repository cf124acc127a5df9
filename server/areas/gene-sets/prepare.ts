/** Parses an uploaded gene file into the set to store and a report to confirm. */
import type { GeneReport } from '@omicon/contract/areas/genes/gene-sets.ts';
import { type GeneRepair, keysOfGenes, repairGenes } from '@omicon/domain/identifiers/gene-symbols.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import type { KnownNames } from '@omicon/domain/identifiers/known-names.ts';
import { readIdentifier } from '@omicon/domain/identifiers/read-identifiers.ts';
import { type GeneList, readGeneList } from '@omicon/intake/resources/read-gene-list.ts';
import { PortalError } from '../../base/errors.ts';
import type { Db } from '../../base/postgres/database.ts';
import { mapOthers } from '../../records/gene/repair-list.ts';
import { findSymbols } from '../../records/mapping-table/identifiers.ts';

interface GeneFile {
  name: string;
  content: string;
}

/** @throws PortalError 400 with the first fault of the file and its line */
export async function readGeneFile({ name, content }: GeneFile): Promise<GeneList[]> {
  const { record, faults } = await readGeneList(name, content);
  if (record !== null) return record;
  const [first] = faults;
  const line = first?.line == null ? '' : `Line ${first.line}: `;
  throw new PortalError('invalid_input', `${line}${first?.sentence ?? 'The file could not be read.'}`, {
    fields: { file: `${line}${first?.sentence ?? 'The file could not be read.'}` },
  });
}

export interface RepairedList extends GeneList {
  repair: GeneRepair;
}

/** Genes count as unknown if no symbol table exists for the species. */
export async function repairLists(
  db: Db,
  lists: readonly GeneList[],
  species: string,
): Promise<{ table: string | null; lists: RepairedList[] }> {
  const symbols = await findSymbols(db, species, keysOfGenes(lists.flatMap(({ genes }) => genes)));
  const names: KnownNames = symbols?.names ?? new Map();
  const repaired: RepairedList[] = [];
  for (const list of lists) {
    const repair = repairGenes(list.genes, names);
    repaired.push({ ...list, repair: symbols === null ? repair : await mapIds(db, repair) });
  }
  return { table: symbols?.table ?? null, lists: repaired };
}

/** Entrez and Ensembl ids and probes become symbols, as in Explore. */
async function mapIds(db: Db, repair: GeneRepair): Promise<GeneRepair> {
  const found = await mapOthers(db, repair.unknown);
  const symbolsOf = new Map([...found].map(([id, { symbols }]) => [readIdentifier(id), symbols]));
  const all = repair.genes.flatMap((gene) => symbolsOf.get(gene) ?? [gene]);
  const genes = [...new Map(all.map((gene) => [mappingKey(gene), gene])).values()];
  return {
    ...repair,
    genes,
    mapped: [
      ...repair.mapped,
      ...[...found].flatMap(([from, { symbols }]) => symbols.map((to) => ({ from, to }))),
    ],
    unknown: repair.unknown.filter((id) => !found.has(id)),
    repeated: repair.repeated + all.length - genes.length,
  };
}

/** Genes as they are stored without repair. */
export function genesAsWritten({ genes }: GeneList): string[] {
  return [...new Set(genes.map(readIdentifier))];
}

export function toReport({ name, description, note, genes: given, repair }: RepairedList): GeneReport {
  const { genes: _, ...rest } = repair;
  return { name, description, note, genes: given.length, ...rest };
}
