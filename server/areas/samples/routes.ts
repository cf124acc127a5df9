/** Treemaps of sample attributes. Owns tables sample and facet. */
import {
  getAnalysisSampleAttributes,
  getCollectionSampleAttributes,
  getDataSetSampleAttributes,
} from '@omicon/contract/collections.ts';
import type { TreemapAttribute } from '@omicon/contract/records.ts';
import { displayAttribute, orderAttributes, treemapType } from '@omicon/domain/sample-attributes.ts';
import type { Db } from '../../base/database.ts';
import { notFound } from '../../base/errors.ts';
import { type Route, serve } from '../../base/serve.ts';
import * as statements from './sql.ts';

interface TreemapRequest {
  optional_attributes: string[];
  selection: statements.Selection[];
}

/** Attributes shown: the default ones the samples have and those added, in the fixed order; NA counts like a value. */
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

function toTreemapAttribute(name: string, facets: readonly statements.FacetRow[]): TreemapAttribute {
  return {
    name,
    attributeName: name,
    displayName: displayAttribute(name),
    type: treemapType(name),
    values: facets
      .filter((facet) => facet.attribute === name)
      .map((facet) => ({ name: facet.value, count: facet.n })),
  };
}

async function buildTreemap(
  db: Db,
  owner: statements.SampleOwner | undefined,
  asked: TreemapRequest,
  what: string,
) {
  if (!owner) throw notFound(what);
  const { shown, offered } = chooseAttributes(owner.sample_columns, asked.optional_attributes);
  const hasSelection = asked.selection.length > 0;
  const [facets, number_of_samples] = await Promise.all([
    hasSelection
      ? statements.countSelectedFacets(db, owner, { attributes: shown, selection: asked.selection })
      : statements.listFacets(db, owner, shown),
    hasSelection ? statements.countSelectedSamples(db, owner, asked.selection) : owner.number_of_samples,
  ]);
  const isEmpty = shown.length === 0 || owner.number_of_samples === 0;
  return {
    sample_attributes: shown.map((name) => toTreemapAttribute(name, facets)),
    optional_attributes: offered,
    number_of_samples,
    message: isEmpty ? 'No sample attributes are available!' : null,
  };
}

export const sampleRoutes: Route[] = [
  serve(getDataSetSampleAttributes, async ({ db, principal, body }) =>
    buildTreemap(db, await statements.getDataSetSamples(db, principal, body.id), body, 'data set'),
  ),
  serve(getCollectionSampleAttributes, async ({ db, principal, body }) =>
    buildTreemap(db, await statements.getCollectionSamples(db, principal, body.id), body, 'data collection'),
  ),
  serve(getAnalysisSampleAttributes, async ({ db, principal, body }) =>
    buildTreemap(db, await statements.getAnalysisSamples(db, principal, body.id), body, 'analysis'),
  ),
];
