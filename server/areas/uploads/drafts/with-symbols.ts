/** Gene symbols of features that have other identifiers, by the mapping tables. */
import type { DataMap } from '@omicon/domain/data-map/data-map.ts';
import { indexTargets, mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { readIdentifier, withoutVersion } from '@omicon/domain/identifiers/read-identifiers.ts';
import type { FeatureTable, Study } from '@omicon/intake/bring/study.ts';
import { hasSymbolColumn } from '@omicon/intake/bring/write/feature-metadata.ts';
import { ownText } from '@omicon/intake/text/own-text.ts';
import type { Db } from '../../../base/postgres/database.ts';
import { listTargets } from '../../../records/mapping-table/identifiers.ts';
import { stepsToSymbols } from './id-resolver.ts';

/** Identifiers of one statement. */
const BATCH = 20_000;

const keyOf = (id: string) => mappingKey(withoutVersion(readIdentifier(id)));

async function readIds(study: Study, map: DataMap): Promise<string[]> {
  const matrix = study.matrices.find(({ file }) => file === map.matrix);
  if (matrix === undefined) return [];
  if (map.samples_in === 'rows') return matrix.columns;
  const at = matrix.columns.indexOf(map.id_column);
  const ids = new Set<string>();
  for await (const { cells } of matrix.rows()) ids.add(ownText((cells[at] ?? '').trim()));
  return [...ids];
}

/** The table of features with a column of symbols; one with nothing else if there was none. */
function addSymbols(
  features: FeatureTable | null,
  ids: readonly string[],
  symbolsOf: ReadonlyMap<string, string[]>,
): FeatureTable {
  const { file, idColumn, columns, rows } = features ?? {
    file: 'mapping tables',
    idColumn: 'ID',
    columns: ['ID'],
    rows: new Map<string, string[]>(),
  };
  const idAt = columns.indexOf(idColumn);
  const withSymbols = ids.map((id): [string, string[]] => {
    const row = rows.get(id) ?? columns.map((_, at) => (at === idAt ? id : ''));
    return [id, [...row, (symbolsOf.get(keyOf(id)) ?? []).join(' | ')]];
  });
  return { file, idColumn, columns: [...columns, 'SYMBOL'], rows: new Map(withSymbols) };
}

/**
 * The study with gene symbols from the mapping tables; as it is if its files have symbols, its identifiers are symbols, or
 * no table knows any.
 */
export async function withSymbols(db: Db, study: Study, map: DataMap): Promise<Study> {
  const titles = [...map.annotation_columns, ...(study.features?.columns ?? [])];
  if (map.id_kind === 'SYMBOL' || map.id_kind === 'other' || hasSymbolColumn(titles)) return study;
  const steps = await stepsToSymbols(db, map.id_kind, map.platform === '' ? null : map.platform);
  if (steps === null) return study;
  const ids = await readIds(study, map);
  const keys = [...new Set(ids.map(keyOf))];
  const symbolsOf = new Map<string, string[]>();
  for (let start = 0; start < keys.length; start += BATCH) {
    const found = indexTargets(await listTargets(db, steps, keys.slice(start, start + BATCH)));
    for (const [key, symbols] of found) symbolsOf.set(key, symbols);
  }
  return symbolsOf.size === 0 ? study : { ...study, features: addSymbols(study.features, ids, symbolsOf) };
}
