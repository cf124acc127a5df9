/** Whether the features of a data set have gene symbols in its files, which enrichment needs. */
import { isSymbolKind, symbolsOfCell, withoutSymbols } from '@omicon/domain/pipeline/gene-symbols.ts';
import { eachTableRow } from '@omicon/intake/text/csv-rows.ts';
import { FileReading, ReadLog } from '@omicon/intake/text/read-log.ts';
import { LRUCache } from 'lru-cache';
import type { Services } from '../../base/services.ts';
import { treeOfObject } from '../../records/file/object-tree.ts';
import { findIdentifierOf, type InputFile, listFilesOfDataSet } from './sql-inputs.ts';

/** Answers by the key of the feature metadata, which is its content, so an entry is never stale. */
const answers = new LRUCache<string, boolean>({ max: 1000 });

/** Whether the column SYMBOL of feature metadata has any symbol. */
async function hasSymbols({ store }: Services, metadata: InputFile): Promise<boolean> {
  const known = answers.get(metadata.storage_key);
  if (known !== undefined) return known;
  const file = new FileReading(treeOfObject(store, metadata), metadata.name, new ReadLog());
  let column = -1;
  let isFound = false;
  await eachTableRow(file, {
    header: (columns) => {
      column = columns.findIndex(isSymbolKind);
    },
    row: (cells) => {
      isFound ||= column >= 0 && symbolsOfCell(file.text(cells[column] ?? '')).length > 0;
    },
  });
  answers.set(metadata.storage_key, isFound);
  return isFound;
}

/**
 * Why enrichment cannot be tested in the modules of a data set, as a sentence; null if it can. Reads its feature
 * metadata unless the identifiers are symbols.
 * @param data_set_id its version
 */
export async function findEnrichmentFault(services: Services, data_set_id: number): Promise<string | null> {
  const identifier = await findIdentifierOf(services.db, data_set_id);
  if (isSymbolKind(identifier)) return null;
  const files = await listFilesOfDataSet(services.db, data_set_id);
  const metadata = files.find(({ name }) => name.includes('feature_metadata'));
  return metadata !== undefined && (await hasSymbols(services, metadata)) ? null : withoutSymbols(identifier);
}
