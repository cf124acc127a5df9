/** Records by Omicon ID, and by accession, PubMed ID, author and title. */
import { atVersion, recordAddress } from '@omicon/contract/addresses.ts';
import type { FoundRecord } from '@omicon/contract/areas/search.ts';
import { formatOmiconId, type OmiconId, parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { recordKind, recordTypeOf } from '@omicon/domain/records/record-kinds.ts';
import type { Db } from '../../base/postgres/database.ts';
import { omiconIdOf } from '../../records/lists/replies.ts';
import * as statements from './sql.ts';

const FOUND_BY = { 1: 'accession ID', 2: 'PubMed ID', 3: 'author', 4: 'title' } as const;

function toFound(row: statements.FoundRow): FoundRecord {
  return {
    entity_type: row.entity_type,
    id: row.number,
    omicon_id: omiconIdOf(recordKind(row.entity_type).code, row.number),
    title: row.title,
    version: row.version,
    found_by: FOUND_BY[row.rank],
    href: recordAddress({ type: row.entity_type, number: row.number }),
  };
}

/** Several entries if the ID names no version and the record has several. */
function toEntries(
  id: OmiconId,
  rows: readonly statements.NumberedRow[],
  analyses: ReadonlyMap<number, number>,
): FoundRecord[] {
  const type = recordTypeOf(id.type);
  const isRecord = id.type !== 'CN' && id.type !== 'CM' && id.type !== 'GS';
  const named = rows.filter(({ version }) => !isRecord || id.version === null || version === id.version);
  const href = recordAddress({ type, number: id.number, analysis: analyses.get(id.number) ?? null });
  return named.map((row) => ({
    entity_type: type,
    id: row.number,
    omicon_id: formatOmiconId({ ...id, version: named.length > 1 ? row.version : id.version }),
    title: row.title,
    version: row.version,
    found_by: 'Omicon ID',
    href: href !== null && named.length > 1 ? atVersion(href, row.version) : href,
  }));
}

/** Resolves Omicon IDs: matches by text; texts without a match are absent. One statement per kind of record. */
export async function lookUpAll(
  db: Db,
  principal: Principal,
  texts: readonly string[],
): Promise<Map<string, FoundRecord[]>> {
  const parsed = texts.flatMap((text) => {
    const id = parseOmiconId(text);
    return id === null ? [] : [{ text, id }];
  });
  const byType = Map.groupBy(parsed, ({ id }) => id.type);
  const found = new Map<string, FoundRecord[]>();
  for (const [type, ofType] of byType) {
    const numbers = [...new Set(ofType.map(({ id }) => id.number))];
    const rows = Map.groupBy(
      await statements.listByNumbers(db, principal, type, numbers),
      ({ number }) => number,
    );
    const analyses =
      type === 'CN' ? await statements.listAnalysesOfNetworks(db, numbers) : new Map<number, number>();
    for (const { text, id } of ofType) {
      const entries = toEntries(id, rows.get(id.number) ?? [], analyses);
      if (entries.length > 0) found.set(text, entries);
    }
  }
  return found;
}

export async function lookUp(db: Db, principal: Principal, text: string): Promise<FoundRecord[]> {
  return (await lookUpAll(db, principal, [text])).get(text) ?? [];
}

/** The first records found, without counting the others: as `findRecords`. */
export async function findFirstRecords(
  db: Db,
  principal: Principal,
  text: string,
  limit: number,
): Promise<FoundRecord[]> {
  const [byId, rows] = await Promise.all([
    lookUp(db, principal, text),
    statements.listRecords(db, principal, { text, limit, offset: 0 }),
  ]);
  return [...byId, ...rows.map(toFound)].slice(0, limit);
}

/** One page of records: those with this Omicon ID first, then search matches. */
export async function findRecords(
  db: Db,
  principal: Principal,
  text: string,
  { records_page, page_size }: { records_page: number; page_size: number },
): Promise<{ results: FoundRecord[]; total: number }> {
  const byId = await lookUp(db, principal, text);
  const offset = (records_page - 1) * page_size;
  const first = byId.slice(offset, offset + page_size);
  const [rows, total] = await Promise.all([
    statements.listRecords(db, principal, {
      text,
      limit: page_size - first.length,
      offset: Math.max(0, offset - byId.length),
    }),
    statements.countRecords(db, principal, text),
  ]);
  return { results: [...first, ...rows.map(toFound)], total: byId.length + total };
}
