/** What kind of cell a list of genes, a gene set, a module or a meta-module is, by every readable reference. */
import { createHash } from 'node:crypto';
import { findCellTypes, type TypesOfReference } from '@omicon/contract/areas/cell-types.ts';
import { f64At } from '@omicon/domain/arrays/number-at.ts';
import { agreementOf } from '@omicon/domain/statistics/cell-types/specificity.ts';
import { serveInThread } from '../../base/http/serve.ts';
import type { Services } from '../../base/services.ts';
import type { CellTypesResult } from '../../compute/kinds/cell-types.ts';
import { readLists } from '../../records/gene-list/symbol-lists.ts';
import { omiconIdOf } from '../../records/lists/replies.ts';
import * as statements from './sql.ts';

/** References of one answer: each takes a fifth of a second. */
const MAX_REFERENCES = 50;

/** The means of a level, as a computation reads them. */
export function meansOf({ storage_key, number_of_genes, types }: statements.LevelRow) {
  return {
    matrix_storage_key: storage_key,
    number_of_features: number_of_genes,
    number_of_samples: types.length,
  };
}

/** The same for the same genes of the same level, so that an answer can be repeated. */
function seedOf({ reference_id, place }: statements.LevelRow, members: Int32Array): number {
  const hash = createHash('sha256').update(`${reference_id} ${place}`).update(members).digest();
  return hash.readUInt32LE(0) >>> 1;
}

interface Asked {
  reference: statements.ReferenceRow;
  levels: readonly statements.LevelRow[];
  level: statements.LevelRow;
}

/** The level of this name of each reference, else its finest. */
async function chooseLevels(
  { db }: Services,
  references: readonly statements.ReferenceRow[],
  name: string | undefined,
): Promise<Asked[]> {
  const rows = await statements.listLevels(
    db,
    references.map(({ version_id }) => version_id),
  );
  const byReference = Map.groupBy(rows, ({ reference_id }) => reference_id);
  return references.flatMap((reference) => {
    const levels = byReference.get(reference.version_id) ?? [];
    const level = levels.find((each) => each.name === name) ?? levels.at(-1);
    return level === undefined ? [] : [{ reference, levels, level }];
  });
}

/** NaN is null. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function topOf(
  { types }: statements.LevelRow,
  { index, top, next, measured, test }: CellTypesResult,
): Pick<TypesOfReference, 'top' | 'no_top'> {
  if (measured === 0) return { top: null, no_top: 'not measured' };
  if (top === null || test === null) return { top: null, no_top: 'not expressed' };
  if (next === null) return { top: null, no_top: 'one type' };
  return {
    top: {
      type: types[top] ?? '',
      next: types[next] ?? '',
      next_index: f64At(index, next),
      p_random: test.pRandom,
      p_matched: test.pMatched,
      sets: test.sets,
      seed: test.seed,
    },
    no_top: null,
  };
}

function toTypes({ reference, levels, level }: Asked, found: CellTypesResult): TypesOfReference {
  const { id, title, organism, region, condition } = reference;
  return {
    ...{ id, omicon_id: omiconIdOf('CR', id), title, organism, region, condition },
    level: level.name,
    levels: levels.map(({ name }) => name),
    measured: found.measured,
    genes: level.number_of_genes,
    types: level.types.map((name, at) => ({
      name,
      ontology_id: level.ontology_ids[at] ?? null,
      cells: level.cells[at] ?? 0,
      index: finite(f64At(found.index, at)),
    })),
    ...topOf(level, found),
  };
}

/** The index of a reference by term; types of one term count once, by the highest of them. */
function byTerm({ types }: TypesOfReference): Map<string, number> {
  const terms = new Map<string, number>();
  for (const { ontology_id, index } of types) {
    if (ontology_id === null || index === null) continue;
    terms.set(ontology_id, Math.max(index, terms.get(ontology_id) ?? 0));
  }
  return terms;
}

function agreementsOf(references: readonly TypesOfReference[]) {
  const terms = references.map(byTerm);
  return references.flatMap((one, a) =>
    references.slice(a + 1).map((other, at) => ({
      a: one.id,
      b: other.id,
      ...agreementOf(terms[a] ?? new Map(), terms[a + 1 + at] ?? new Map()),
    })),
  );
}

/** Latin names have two words; a gene set may name a species otherwise, and then every organism is asked. */
function organismOf(name: string | null): string | null {
  const organism = name?.replaceAll('_', ' ').trim() ?? '';
  return organism.includes(' ') ? organism : null;
}

export const findCellTypesRoute = serveInThread(
  findCellTypes,
  async ({ body, principal, services, signal }) => {
    const { lists } = await readLists(services, principal, [body.of]);
    const [list] = lists;
    if (list === undefined) throw new Error('No list was read.');
    const organism = organismOf(list.organism);
    const [references, total] = await Promise.all([
      statements.listOfOrganism(services.db, principal, { organism, limit: MAX_REFERENCES }),
      statements.countOfOrganism(services.db, principal, organism),
    ]);
    const asked = await chooseLevels(services, references, body.level);
    const levels = asked.map(({ level }) => level);
    const rowsOf = await statements.listRowsOfGenes(services.db, levels, [...list.symbols.keys()]);
    const found: TypesOfReference[] = [];
    // One after another, so that one question does not take every compute thread.
    for (const each of asked) {
      const members = Int32Array.from(rowsOf.get(each.level.reference_id) ?? []);
      const request = { means: meansOf(each.level), members, seed: seedOf(each.level, members) };
      found.push(toTypes(each, await services.computeThreads.compute('cell_types', request, { signal })));
    }
    return {
      name: list.name,
      size: list.symbols.size,
      repair: list.repair,
      references: found,
      left_out: Math.max(0, total - references.length),
      levels: [...new Set(found.flatMap((each) => each.levels))],
      agreement: agreementsOf(found),
    };
  },
);
