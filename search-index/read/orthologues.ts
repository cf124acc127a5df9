/** Symbols of one organism as those of another, by the tables of orthologues. */
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { findOrthologueTable } from '@omicon/domain/identifiers/orthologues.ts';
import { LRUCache } from 'lru-cache';
import type { Client } from 'pg';
import type { Catalog } from './catalog-entries.ts';
import { copyRows, readInt, readText } from './rows.ts';
import { bytesOfSymbols, type SymbolsOfList, sharedNumbers } from './symbols-of-list.ts';

interface OrthologueTable {
  id: number;
  name: string;
  from: string;
  to: string;
  organism: string | null;
}

/** A table as it leads from one organism to another. */
export interface OrthologueMap {
  /** of the table and its direction */
  key: string;
  /** name of the mapping table */
  table: string;
  /** symbols of the other organism by symbol, both as `mappingKey` */
  targets: ReadonlyMap<string, readonly string[]>;
}

/** Cached bytes of lists whose symbols are written as those of another organism: 150 of 25,000 features. */
const MAX_LIST_BYTES = 32 * 1024 ** 2;

/** Pairs of a feature and a symbol, with the symbols replaced; those without a target are left out. */
export function translateSymbols(
  { features, symbols }: SymbolsOfList,
  targetsOf: ReadonlyMap<number, readonly number[]>,
): SymbolsOfList {
  let length = 0;
  for (const symbol of symbols) length += targetsOf.get(symbol)?.length ?? 0;
  const made = { features: sharedNumbers(length), symbols: sharedNumbers(length) };
  let next = 0;
  for (const [at, symbol] of symbols.entries()) {
    for (const target of targetsOf.get(symbol) ?? []) {
      made.features[next] = u32At(features, at);
      made.symbols[next] = target;
      next += 1;
    }
  }
  return made;
}

/** Targets by number of the symbol; symbols that no data have are left out. */
function numberTargets(
  { targets }: OrthologueMap,
  spellings: readonly string[],
): Map<number, readonly number[]> {
  const numbers = new Map(spellings.map((spelling, symbol) => [mappingKey(spelling), symbol]));
  const numbered = new Map<number, readonly number[]>();
  for (const [key, keys] of targets) {
    const symbol = numbers.get(key);
    const found = keys.map((target) => numbers.get(target)).filter((target) => target !== undefined);
    if (symbol !== undefined && found.length > 0) numbered.set(symbol, found);
  }
  return numbered;
}

/** Cache of the tables of orthologues, until the corpus changes. */
export class Orthologues {
  private readonly client: Client;
  private tables: OrthologueTable[] | null = null;
  private readonly maps = new Map<string, OrthologueMap>();
  private readonly numbered = new Map<string, ReadonlyMap<number, readonly number[]>>();
  private readonly lists = new LRUCache<string, SymbolsOfList>({
    maxSize: MAX_LIST_BYTES,
    sizeCalculation: bytesOfSymbols,
  });
  private version = -1;

  constructor(client: Client) {
    this.client = client;
  }

  private clearIfOutdated({ version }: Catalog): void {
    if (version === this.version) return;
    this.tables = null;
    this.maps.clear();
    this.numbered.clear();
    this.lists.clear();
    this.version = version;
  }

  /** Current tables from symbols of an organism; tens of rows. */
  private async listTables(): Promise<OrthologueTable[]> {
    const rows = await copyRows(
      this.client,
      `select id, name, from_identifier, to_identifier, organism from mapping_table
        where is_current and upper(from_identifier) = 'SYMBOL' and organism is not null`,
    );
    return rows.map(([id, name, from, to, organism]) => ({
      id: readInt(id),
      name: readText(name),
      from: readText(from),
      to: readText(to),
      organism: readText(organism),
    }));
  }

  /**
   * The table that leads from one organism to another, null without one. Tables mapping_table and mapping_row, primary
   * key.
   */
  async load(catalog: Catalog, from: string, to: string): Promise<OrthologueMap | null> {
    this.clearIfOutdated(catalog);
    this.tables ??= await this.listTables();
    const found = findOrthologueTable(this.tables, from, to);
    if (found === null) return null;
    const { table, isBackwards } = found;
    const key = `${table.id} ${isBackwards}`;
    const known = this.maps.get(key);
    if (known !== undefined) return known;
    const targets = new Map<string, string[]>();
    const rows = await copyRows(
      this.client,
      `select identifier, target from mapping_row where mapping_table_id = ${table.id} and target is not null order by place`,
    );
    for (const [identifier, target] of rows) {
      const pair = [mappingKey(readText(identifier)), mappingKey(readText(target))];
      const [one = '', other = ''] = isBackwards ? pair.reverse() : pair;
      const others = targets.get(one);
      if (others === undefined) targets.set(one, [other]);
      else if (!others.includes(other)) others.push(other);
    }
    const made = { key, table: table.name, targets };
    this.maps.set(key, made);
    return made;
  }

  /**
   * The symbols of a list as those of another organism.
   * @param list row id of search_feature_list; @param spellings by number of a symbol
   */
  translate(
    catalog: Catalog,
    { list, symbols }: { list: number; symbols: SymbolsOfList },
    { map, spellings }: { map: OrthologueMap; spellings: readonly string[] },
  ): SymbolsOfList {
    this.clearIfOutdated(catalog);
    const key = `${list} ${map.key}`;
    const known = this.lists.get(key);
    if (known !== undefined) return known;
    const targetsOf = this.numbered.get(map.key) ?? numberTargets(map, spellings);
    this.numbered.set(map.key, targetsOf);
    const made = translateSymbols(symbols, targetsOf);
    this.lists.set(key, made);
    return made;
  }
}
