/**
 * Gene sets: lists, genes, enriched modules, files. Owns tables gene_set and gene_set_version; reads module_enrichment.
 */
import {
  exportGeneSets,
  getGeneSet,
  listEnrichedModules,
  listGeneSetCategories,
  listGeneSets,
  listGenes,
  listSpecies,
} from '@omicon/contract/areas/genes/gene-sets.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { GENE_SET_CATEGORIES, OTHER, SPECIES } from '@omicon/domain/records/gene-sets.ts';
import { notFound } from '../../base/errors.ts';
import { type Route, serve } from '../../base/http/serve.ts';
import { madeWhileSent, serveFile } from '../../base/http/serve-file.ts';
import type { Db } from '../../base/postgres/database.ts';
import { definitionOf, omiconIdOf, toPage, toVersions } from '../../records/lists/replies.ts';
import { geneSetChangeRoutes } from './changes.ts';
import { writeGeneSets } from './export.ts';
import { toItem } from './items.ts';
import * as statements from './sql.ts';

const MEDIA_TYPES = {
  gmt: 'text/tab-separated-values; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const;

async function getGeneSetRow(
  db: Db,
  principal: Principal,
  which: { id: number; version: number | undefined },
) {
  const row = await statements.findGeneSet(db, principal, which);
  if (!row) throw notFound('gene set');
  return row;
}

/** The usual choices, then those of stored sets, then "other". */
async function listChoices(
  { db, principal }: { db: Db; principal: Principal },
  usual: readonly string[],
  column: 'category' | 'species',
) {
  const used = await statements.listUsed(db, principal, column);
  return { results: [...new Set([...usual, ...used, OTHER])] };
}

function toModule({ p_value, definition, ...row }: statements.EnrichedModuleRow) {
  const omicon_id = omiconIdOf('CM', row.module_id);
  return { ...row, omicon_id, definition: definitionOf(definition), p_value: p_value.readDoubleLE() };
}

export const geneSetRoutes: Route[] = [
  serve(listGeneSets, async ({ db, principal, query }) => {
    const [rows, total] = await Promise.all([
      statements.listGeneSets(db, principal, query),
      statements.countGeneSets(db, principal, query.search),
    ]);
    return toPage(
      rows.map((row) => toItem(row, principal)),
      total,
      query,
    );
  }),

  serve(getGeneSet, async ({ db, principal, params, query }) => {
    const row = await getGeneSetRow(db, principal, { id: params.id, version: query.version });
    const versions = await statements.listVersions(db, principal, params.id);
    const { number_of_genes } = row;
    return { ...toItem(row, principal), number_of_genes, versions: toVersions(versions) };
  }),

  serve(listGenes, async ({ db, principal, params, query }) => {
    const filter = { ...query, id: params.id, version: query.version, search: query.search.trim() };
    await getGeneSetRow(db, principal, filter);
    const [rows, total] = await Promise.all([
      statements.listGenes(db, principal, filter),
      statements.countGenes(db, principal, filter),
    ]);
    return toPage(rows, total, query);
  }),

  serve(listEnrichedModules, async ({ db, principal, params, query }) => {
    await getGeneSetRow(db, principal, { id: params.id, version: undefined });
    const filter = { ...query, id: params.id, search: query.search.trim() };
    const [rows, total] = await Promise.all([
      statements.listEnrichedModules(db, principal, filter),
      statements.countEnrichedModules(db, principal, filter),
    ]);
    return toPage(rows.map(toModule), total, query);
  }),

  serveFile(exportGeneSets, async ({ db, principal, query }) => {
    const set =
      query.id === undefined
        ? null
        : await getGeneSetRow(db, principal, { id: query.id, version: undefined });
    const name = `${set?.name ?? 'gene_sets'}.${query.format}`;
    const mediaType = MEDIA_TYPES[query.format];
    return { name, mediaType, ...madeWhileSent(writeGeneSets(db, principal, { ...query, id: query.id })) };
  }),

  serve(listSpecies, (context) => listChoices(context, SPECIES, 'species')),
  serve(listGeneSetCategories, (context) => listChoices(context, GENE_SET_CATEGORIES, 'category')),
  ...geneSetChangeRoutes,
];
