/** The atlas and its meta-modules, for people. What they show is computed by `compute-atlas.ts`. */
import {
  type AtlasDataSet,
  type AtlasPlace,
  type AtlasStatus,
  exportMetaModules,
  getAtlas,
  getMetaModule,
  getMetaModuleOfModule,
  listGenesOfMetaModule,
  listMetaModulesOfGene,
  listModulesOfMetaModule,
  listTraitsOfMetaModule,
  type MetaModule,
  type MetaModuleDetail,
  setMetaModuleTitle,
} from '@omicon/contract/areas/analyses/atlas.ts';
import { ORGANISM_ATTRIBUTE } from '@omicon/domain/identifiers/orthologues.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import { toF64 } from '@omicon/search-index/kit/bytes.ts';
import { notFound } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import { madeWhileSent, serveFile } from '../../base/http/serve-file.ts';
import type { Db } from '../../base/postgres/database.ts';
import { audienceOf } from '../../records/atlas/meta-modules-of.ts';
import { getGeneSymbol } from '../../records/gene/find-gene.ts';
import { moduleLinkOf, omiconIdOf, toPage } from '../../records/lists/replies.ts';
import { invalidateSearches } from '../../records/search/corpus-version.ts';
import { writeMetaModules } from './export.ts';
import * as statements from './sql.ts';
import { signNetworks } from './sql-inputs.ts';
import * as titles from './sql-titles.ts';
import { listCombinedTraits } from './traits.ts';

const linkOf = (number: number, name: string) => ({
  id: number,
  omicon_id: omiconIdOf('MM', number),
  name,
});

async function statusOf(
  db: Db,
  principal: Principal,
  { dataSets, metaModules }: { dataSets: number; metaModules: number },
): Promise<AtlasStatus> {
  const [atlas, networks] = await Promise.all([
    statements.findAtlas(db, principal),
    signNetworks(db, audienceOf(principal)),
  ]);
  const none = { cohorts: 0, networks: 0, waiting_networks: 0, modules: 0, recurring_modules: 0 };
  return {
    computed_at: atlas?.computed_at.toISOString() ?? null,
    is_outdated: atlas?.networks !== networks,
    ...(atlas?.counts ?? none),
    data_sets: dataSets,
    meta_modules: metaModules,
  };
}

function toDataSet({ samples, number, ...row }: statements.DataSetRow): AtlasDataSet {
  const valuesOf = (attribute: string) => samples[attribute] ?? [];
  return {
    id: number,
    omicon_id: omiconIdOf('DS', number),
    ...row,
    organism: valuesOf(ORGANISM_ATTRIBUTE),
    tissue: valuesOf('Tissue'),
    disease: valuesOf('Disease'),
  };
}

function toPlace(row: statements.PlaceRow): AtlasPlace {
  const { module_number, module_name, module_theme } = row;
  return {
    data_set: row.data_set_number,
    state: row.state,
    module:
      module_number === null
        ? null
        : moduleLinkOf({ number: module_number, name: module_name ?? '', theme: module_theme }),
    modules: row.modules,
    features: row.features,
    r: row.r,
    measured: row.measured,
  };
}

/** Meta-modules with their places, in the order of the data sets. */
async function toMetaModules(
  db: Db,
  principal: Principal,
  { rows, dataSets }: { rows: readonly statements.MetaModuleRow[]; dataSets: readonly number[] },
): Promise<MetaModule[]> {
  const places = await statements.listPlaces(
    db,
    principal,
    rows.map(({ number }) => number),
  );
  const placeOf = new Map(places.map((place) => [`${place.number} ${place.data_set_number}`, place]));
  return rows.map((row) => ({
    ...linkOf(row.number, row.title),
    title: row.title,
    genes: row.genes,
    gene_set:
      row.gene_set_number === null
        ? null
        : {
            id: row.gene_set_number,
            omicon_id: omiconIdOf('GS', row.gene_set_number),
            name: row.gene_set_name ?? '',
            q_value: row.gene_set_q ?? 1,
          },
    found: row.found,
    findable: row.findable,
    modules: row.modules,
    data_sets: row.data_set_numbers.length,
    theme: linkOf(row.theme_number, row.theme_title),
    places: dataSets.flatMap((number) => {
      const place = placeOf.get(`${row.number} ${number}`);
      return place === undefined ? [] : [toPlace(place)];
    }),
  }));
}

async function describe(db: Db, principal: Principal, number: number): Promise<MetaModuleDetail> {
  const row = await statements.findMetaModule(db, principal, number);
  if (row === undefined) throw notFound('meta-module');
  const dataSets = await statements.listDataSets(db, principal);
  const [[metaModule], changes, events, related, all] = await Promise.all([
    toMetaModules(db, principal, { rows: [row], dataSets: dataSets.map((each) => each.number) }),
    titles.listChanges(db, number),
    titles.listEvents(db, principal, number),
    statements.listRelated(db, principal, row),
    statements.countMetaModules(db, principal),
  ]);
  if (metaModule === undefined) throw notFound('meta-module');
  return {
    ...metaModule,
    summary: changes[0]?.summary ?? null,
    changes: changes.map(({ created_at, ...change }) => ({ ...change, at: created_at.toISOString() })),
    history: events.map(({ event, other, other_title, created_at }) => ({
      event,
      other: linkOf(other, other_title ?? omiconIdOf('MM', other)),
      at: created_at.toISOString(),
    })),
    related: related.map((each) => linkOf(each.number, each.title)),
    cohorts: dataSets.map(toDataSet),
    status: await statusOf(db, principal, { dataSets: dataSets.length, metaModules: all }),
  };
}

async function requireMetaModule(db: Db, principal: Principal, number: number) {
  const row = await statements.findMetaModule(db, principal, number);
  if (row === undefined) throw notFound('meta-module');
  return row;
}

export const atlasRoutes: Route[] = [
  serve(getAtlas, async ({ db, principal, query }) => {
    const [dataSets, { rows, total }, all] = await Promise.all([
      statements.listDataSets(db, principal),
      statements.listMetaModules(db, principal, query),
      statements.countMetaModules(db, principal),
    ]);
    const numbers = dataSets.map(({ number }) => number);
    const results = await toMetaModules(db, principal, { rows, dataSets: numbers });
    return {
      ...toPage(results, total, query),
      status: await statusOf(db, principal, { dataSets: dataSets.length, metaModules: all }),
      data_sets: dataSets.map(toDataSet),
    };
  }),

  serveFile(exportMetaModules, async ({ db, principal, query }) => {
    if (query.id !== undefined) await requireMetaModule(db, principal, query.id);
    const name = `${query.id === undefined ? 'atlas' : omiconIdOf('MM', query.id)}.${query.format}`;
    const text = { mediaType: 'text/tab-separated-values; charset=utf-8' } as const;
    return {
      name,
      ...(query.format === 'parquet' ? {} : text),
      ...madeWhileSent(writeMetaModules(db, principal, query)),
    };
  }),

  serve(getMetaModule, ({ db, principal, params }) => describe(db, principal, params.id)),

  serveWrite(setMetaModuleTitle, async ({ db, principal, params, body, audit }) => {
    await requireMetaModule(db, principal, params.id);
    const given = { title: body.title?.trim() ?? null, summary: body.summary?.trim() ?? null };
    await titles.saveTitle(db, principal, { number: params.id, ...given });
    await invalidateSearches(db);
    await audit({ action: 'set meta-module title', object_type: 'MM', object_number: params.id });
    return describe(db, principal, params.id);
  }),

  serve(listGenesOfMetaModule, async ({ db, principal, params }) => {
    const row = await requireMetaModule(db, principal, params.id);
    const [dataSets, genes] = await Promise.all([
      statements.listDataSets(db, principal),
      statements.listGenes(db, principal, params.id),
    ]);
    const titleOf = new Map(dataSets.map(({ number, title }) => [number, title]));
    return {
      data_sets: row.data_set_numbers.map((id) => ({ id, title: titleOf.get(id) ?? '' })),
      genes: genes.map(({ kme_by_data_set, ...gene }) => ({
        ...gene,
        kme_by_data_set: Array.from(toF64(new Uint8Array(kme_by_data_set)), orNull),
      })),
    };
  }),

  serve(listModulesOfMetaModule, async ({ db, principal, params, query }) => {
    await requireMetaModule(db, principal, params.id);
    const { rows, total } = await statements.listMembers(db, principal, { number: params.id, ...query });
    return toPage(
      rows.map((row) => ({
        ...moduleLinkOf(row),
        network: {
          id: row.network_number,
          omicon_id: omiconIdOf('CN', row.network_number),
          name: row.network_name,
        },
        analysis_id: row.analysis_number,
        data_set: { id: row.data_set_number, title: row.data_set_title },
        recurring_module: row.recurring_module,
        is_representative: row.is_representative,
        features: row.features,
      })),
      total,
      query,
    );
  }),

  serve(listTraitsOfMetaModule, async ({ db, principal, params }) => {
    await requireMetaModule(db, principal, params.id);
    return listCombinedTraits(db, principal, params.id);
  }),

  serve(listMetaModulesOfGene, async ({ db, principal, params, services }) => {
    const symbol = await getGeneSymbol(services, principal, params.symbol);
    const [rows, dataSets] = await Promise.all([
      statements.listMetaModulesOfGene(db, principal, symbol),
      statements.listDataSets(db, principal),
    ]);
    const titleOf = new Map(dataSets.map(({ number, title }) => [number, title]));
    return {
      results: rows.map((row) => {
        const kme = toF64(new Uint8Array(row.kme_by_data_set));
        return {
          ...linkOf(row.number, row.title),
          ...{ found: row.found, findable: row.findable, genes: row.genes, kme: row.kme, rank: row.rank },
          consensus_genes: row.consensus_genes,
          ...{ member_of: row.member_of, measured_by: row.measured_by },
          kme_by_data_set: row.data_set_numbers.map((id, at) => ({
            data_set: { id, title: titleOf.get(id) ?? '' },
            kme: orNull(kme[at]),
          })),
        };
      }),
    };
  }),

  serve(getMetaModuleOfModule, async ({ db, principal, params }) => {
    const group = await statements.findGroupOfModule(db, principal, params.id);
    if (group === undefined) throw notFound('module');
    const { recurring, number, title, found, findable } = group;
    return {
      recurring,
      meta_module:
        number === null
          ? null
          : { ...linkOf(number, title ?? ''), found: found ?? 0, findable: findable ?? 0 },
    };
  }),
];
