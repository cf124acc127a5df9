/** Parses an uploaded gene file into the set to store and a report to confirm. */
import type { GeneReport } from '@omicon/contract/areas/gene-sets.ts';
import { type GeneRepair, keysOfGenes, repairGenes } from '@omicon/domain/identifiers/gene-symbols.ts';
import { type GeneList, readGeneList } from '@omicon/intake/resources/read-gene-list.ts';
import { PortalError } from '../../base/errors.ts';
import type { Db } from '../../base/postgres/database.ts';
import { findSymbols } from '../../database/shared/identifiers.ts';

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
  const known = symbols ?? {
    official: new Map<string, string>(),
    symbolsOfAlias: new Map<string, string[]>(),
  };
  return {
    table: symbols?.table ?? null,
    lists: lists.map((list) => ({ ...list, repair: repairGenes(list.genes, known) })),
  };
}

export function toReport({ name, description, genes: given, repair }: RepairedList): GeneReport {
  const { genes: _, ...rest } = repair;
  return { name, description, genes: given.length, ...rest };
}
