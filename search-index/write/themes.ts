/** Themes of the modules of a network, from the sets most enriched in them. */
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import {
  chooseThemeSet,
  type EnrichedSet,
  themeOfSetName,
} from '@omicon/domain/records/names/module-theme.ts';
import { type QueryExecutorProvider as Db, sql } from 'kysely';
import { toF64, toU32 } from '../kit/bytes.ts';
import { TOP_SETS } from '../kit/posting-format.ts';

/** Networks whose modules have no themes yet. Table search_network. */
export async function listNetworksWithoutThemes(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select covariation_network_id as id from search_network
     where not has_themes and top_sets is not null order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Tables gene_set, primary key. */
async function loadSets(db: Db, numbers: readonly number[]): Promise<Map<number, Omit<EnrichedSet, 'p'>>> {
  const { rows } = await sql<Omit<EnrichedSet, 'p'>>`
    select number, name, category, size from gene_set where number = any(${numbers}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.number, row]));
}

/**
 * Gives the modules of an indexed network their themes; a theme that a person gave stays. Writes covariation_module,
 * reads search_network, gene_set, module_theme.
 */
export async function saveThemes(db: Db, network: number): Promise<void> {
  const { rows } = await sql<{ modules: Buffer; top_sets: Buffer; top_p_values: Buffer }>`
    select modules, top_sets, top_p_values from search_network
     where covariation_network_id = ${network} and top_sets is not null`.execute(db);
  const [row] = rows;
  if (row === undefined) return;
  const modules = [...toU32(row.modules)];
  const sets = toU32(row.top_sets);
  const pValues = toF64(row.top_p_values);
  const known = await loadSets(db, [...new Set(sets)]);
  const chosen = modules.map((_, index) => {
    const enriched: EnrichedSet[] = [];
    for (let at = TOP_SETS * index; at < TOP_SETS * (index + 1); at += 1) {
      const set = known.get(u32At(sets, at));
      if (set !== undefined) enriched.push({ ...set, p: pValues[at] ?? 1 });
    }
    return chooseThemeSet(enriched);
  });
  await sql`
    update covariation_module m
       set theme_set = t.theme_set, theme = coalesce(given.theme, t.theme)
      from unnest(${modules}::int[], ${chosen.map((set) => set?.number ?? null)}::int[],
                  ${chosen.map((set) => (set === null ? null : themeOfSetName(set.name)))}::text[]) t(id, theme_set, theme)
      join covariation_module own on own.id = t.id
      left join lateral (select g.theme from module_theme g
                          where g.covariation_module_number = own.number order by g.id desc limit 1) given on true
     where m.id = t.id`.execute(db);
  await sql`update search_network set has_themes = true where covariation_network_id = ${network}`.execute(
    db,
  );
}
