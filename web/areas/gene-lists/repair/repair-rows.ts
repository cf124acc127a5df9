import type { ListRepair } from '@omicon/contract/areas/genes/gene-lists.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { showInvisible } from '@omicon/domain/identifiers/lists/split-identifiers.ts';
import { writeTable } from '../../../ui/files/write-table.ts';

const KINDS: Readonly<Record<string, string>> = {
  ALIAS: 'alias',
  ENTREZID: 'Entrez id',
  ENSEMBL: 'Ensembl id',
  PROBEID: 'probe',
};

interface RepairRow {
  given: string;
  symbols: string;
  what: string;
}

/** Outcome of each identifier, in the given order; several symbols are joined by a bar. */
export function listRepairRows(identifiers: readonly string[], repair: ListRepair): RepairRow[] {
  const symbolOf = new Map(repair.symbols.map((symbol) => [mappingKey(symbol), symbol]));
  const became = new Map<string, { symbols: string[]; what: string }>();
  const note = (from: string, to: string, what: string) => {
    const known = became.get(mappingKey(from));
    if (known) known.symbols.push(to);
    else became.set(mappingKey(from), { symbols: [to], what });
  };
  for (const { from, to, kind } of repair.mapped) note(from, to, KINDS[kind] ?? kind);
  for (const { from, to } of repair.cleaned) note(from, to, 'symbol in other characters');
  for (const { from, to } of repair.dates) note(from, to, 'date');
  for (const { from, candidates } of repair.ambiguous)
    for (const candidate of candidates) note(from, candidate, 'ambiguous, left out');
  const unknown = new Set(repair.unknown.map(mappingKey));
  const seen = new Set<string>();
  return identifiers.map((identifier) => {
    const key = mappingKey(identifier);
    const found = became.get(key);
    const isRepeated = seen.has(key);
    seen.add(key);
    const what = unknown.has(key) ? 'unknown, left out' : (found?.what ?? 'symbol');
    return {
      given: showInvisible(identifier),
      symbols: (found?.symbols ?? [symbolOf.get(key) ?? '']).join(' | '),
      what: isRepeated ? `${what}, repeated` : what,
    };
  });
}

export function writeRepair(identifiers: readonly string[], repair: ListRepair): string {
  const rows = listRepairRows(identifiers, repair).map(({ given: id, symbols, what }) => [
    id,
    symbols || null,
    what,
  ]);
  return writeTable(['Given', 'Symbol', 'What it is'], rows, 'tsv');
}

/** The list with all occurrences of one identifier replaced. */
export function replaceIdentifier(identifiers: readonly string[], from: string, to: string): string[] {
  return identifiers.map((identifier) => (mappingKey(identifier) === mappingKey(from) ? to : identifier));
}
