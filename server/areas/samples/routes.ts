/** Treemaps of sample attributes. Owns tables sample, sample_column and facet. */
import {
  getAnalysisSampleAttributes,
  getCollectionSampleAttributes,
  getDataSetSampleAttributes,
  listAnalysisSamples,
  listCollectionSamples,
  listDataSetSamples,
} from '@omicon/contract/areas/samples.ts';
import type { TreemapAttribute } from '@omicon/contract/base/records.ts';
import {
  displayAttribute,
  orderAttributes,
  treemapType,
} from '@omicon/domain/records/samples/sample-attributes.ts';
import {
  countValues,
  type SampleColumn,
  selectSamples,
  type ValueCount,
} from '@omicon/domain/records/samples/sample-columns.ts';
import { notFound } from '../../base/errors.ts';
import { type Route, serve } from '../../base/http/serve.ts';
import type { CopyPool } from '../../base/postgres/copy-rows.ts';
import type { Db } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import { toPage } from '../../records/lists/replies.ts';
import { findColumns, type SampleOwner } from '../../records/sample/sample-columns.ts';
import { listValueLabels } from '../../records/sample/value-labels.ts';
import * as statements from './sql.ts';

interface Selection {
  attribute: string;
  value: string | null;
}

interface TreemapRequest {
  optional_attributes: string[];
  selection: Selection[];
}

/** Attributes shown: default ones that the samples have plus added ones, in a fixed order; NA counts as a value. */
function chooseAttributes(
  columns: readonly string[],
  added: readonly string[],
): { shown: string[]; offered: string[] } {
  const isShown = (name: string) => treemapType(name) === 'NORMAL' || added.includes(name);
  return {
    shown: orderAttributes(columns.filter(isShown)),
    offered: orderAttributes(columns.filter((name) => !isShown(name))),
  };
}

interface Counted {
  number_of_samples: number;
  /** by attribute; attributes without samples are absent */
  counts: ReadonlyMap<string, readonly ValueCount[]>;
}

/** Counts of all samples of an owner, computed at intake. */
async function countAll(db: Db, owner: SampleOwner, attributes: readonly string[]): Promise<Counted> {
  const facets = await statements.listFacets(db, owner, attributes);
  return {
    number_of_samples: owner.number_of_samples,
    counts: Map.groupBy(facets, ({ attribute }) => attribute),
  };
}

/** Indexes of the samples with all selected values, whose columns have been read. */
function chooseSamples(
  owner: SampleOwner,
  columns: ReadonlyMap<string, SampleColumn>,
  selection: readonly Selection[],
): Uint32Array {
  const wanted = selection.map(({ attribute, value }) => ({ column: columns.get(attribute), value }));
  return selectSamples(owner.number_of_samples, wanted);
}

/** Counts the samples with all selected values; in packed columns, counting takes less time than reading. */
async function countSelected(
  pool: CopyPool,
  owner: SampleOwner,
  { attributes, selection }: { attributes: readonly string[]; selection: readonly Selection[] },
): Promise<Counted> {
  const needed = new Set([...attributes, ...selection.map(({ attribute }) => attribute)]);
  const columns = await findColumns(pool, owner, [...needed]);
  const chosen = chooseSamples(owner, columns, selection);
  const counts = new Map<string, ValueCount[]>();
  for (const [attribute, column] of columns) counts.set(attribute, countValues(column, chosen));
  return { number_of_samples: chosen.length, counts };
}

async function buildTreemap(
  { db, services }: { db: Db; services: Services },
  owner: SampleOwner,
  asked: TreemapRequest,
) {
  const { shown, offered } = chooseAttributes(owner.sample_columns, asked.optional_attributes);
  const { number_of_samples, counts } =
    asked.selection.length > 0
      ? await countSelected(services.pool, owner, { attributes: shown, selection: asked.selection })
      : await countAll(db, owner, shown);
  const labels = await listValueLabels(
    db,
    shown.map((attribute) => ({
      attribute,
      values: (counts.get(attribute) ?? []).map(({ value }) => value),
    })),
  );
  const isEmpty = shown.length === 0 || owner.number_of_samples === 0;
  return {
    sample_attributes: shown.map(
      (name): TreemapAttribute => ({
        name,
        attributeName: name,
        displayName: displayAttribute(name),
        type: treemapType(name),
        values: (counts.get(name) ?? []).map(({ value, n }) => ({ name: value, count: n })),
        value_labels: labels.get(name) ?? {},
      }),
    ),
    optional_attributes: offered,
    number_of_samples,
    message: isEmpty ? 'No sample attributes are available!' : null,
  };
}

type SamplesEndpoint = typeof listDataSetSamples | typeof listCollectionSamples | typeof listAnalysisSamples;

/** @param findOwner as in `serveTreemap` */
function serveSamples(endpoint: SamplesEndpoint, findOwner: typeof statements.findDataSetSamples): Route {
  return serve(endpoint, async ({ db, principal, body, services }) => {
    const owner = await findOwner(db, principal, body.id);
    if (!owner) throw notFound(endpoint.object);
    const names = body.selection.map(({ attribute }) => attribute);
    const columns = await findColumns(services.pool, owner, names);
    const samples = { owner, chosen: [...chooseSamples(owner, columns, body.selection)] };
    const [rows, total] = await Promise.all([
      statements.listChosenSamples(db, principal, { ...samples, page: body.page, page_size: body.page_size }),
      statements.countChosenSamples(db, principal, samples),
    ]);
    return { ...toPage(rows, total, body), collection_id: owner.collection_number };
  });
}

type TreemapEndpoint =
  | typeof getDataSetSampleAttributes
  | typeof getCollectionSampleAttributes
  | typeof getAnalysisSampleAttributes;

/** @param findOwner finds the owner of the samples; undefined if the caller may not see the record */
function serveTreemap(endpoint: TreemapEndpoint, findOwner: typeof statements.findDataSetSamples): Route {
  return serve(endpoint, async ({ db, principal, body, services }) => {
    const owner = await findOwner(db, principal, body.id);
    if (!owner) throw notFound(endpoint.object);
    return buildTreemap({ db, services }, owner, body);
  });
}

export const sampleRoutes: Route[] = [
  serveTreemap(getDataSetSampleAttributes, statements.findDataSetSamples),
  serveTreemap(getCollectionSampleAttributes, statements.findCollectionSamples),
  serveTreemap(getAnalysisSampleAttributes, statements.findAnalysisSamples),
  serveSamples(listDataSetSamples, statements.findDataSetSamples),
  serveSamples(listCollectionSamples, statements.findCollectionSamples),
  serveSamples(listAnalysisSamples, statements.findAnalysisSamples),
];
