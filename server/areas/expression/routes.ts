/** Values of features by sample attributes, and features that correlate with a profile. Owns no table. */

import {
  getExpression,
  listCorrelates,
  MAX_EXPRESSION_FEATURES,
} from '@omicon/contract/areas/statistics/expression.ts';
import { f64At, i32At, u8At, u32At } from '@omicon/domain/arrays/number-at.ts';
import { splitIdentifiers } from '@omicon/domain/identifiers/lists/split-identifiers.ts';
import { isIdentifier, partsOfName, readIdentifier } from '@omicon/domain/identifiers/read-identifiers.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { cellsOfColumn } from '@omicon/domain/records/samples/sample-columns.ts';
import type { AttributeColumn } from '@omicon/domain/statistics/expression/attribute-column.ts';
import { traitOf } from '@omicon/domain/statistics/modules/traits.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import { PortalError } from '../../base/errors.ts';
import { type Route, serveInThread } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import { readFeatures } from '../../records/data-set/expression.ts';
import { readFeatureList } from '../../records/data-set/feature-lists.ts';
import {
  findFeatureIndexes,
  getMeasuredDataSet,
  type MeasuredDataSet,
  readCells,
  storedValuesOf,
} from '../../records/data-set/measured-data-set.ts';
import { repairIdentifiers } from '../../records/gene/repair-list.ts';
import { toPage } from '../../records/lists/replies.ts';
import { listValueLabels } from '../../records/sample/value-labels.ts';
import { combinedRoutes } from './combined.ts';
import { computeCorrelates, countTested, featureSubject, moduleSubject, refusalOf } from './correlate.ts';
import { geneExpressionRoute } from './in-every-data-set.ts';
import { readAttributeColumn, readFacet, toGroups, toTests } from './panels.ts';

interface Caller {
  services: Services;
  principal: Principal;
}

/** Indexes of the features that a name means: by their names or symbols, else by what the name means in Explore. */
async function findIndexes(call: Caller, dataSet: MeasuredDataSet, name: string): Promise<number[]> {
  const { services, principal } = call;
  const named = await findFeatureIndexes(services.db, dataSet, name);
  if (named.length > 0) return named;
  const findAll = (names: readonly string[]) =>
    Promise.all(names.map((each) => findFeatureIndexes(services.db, dataSet, each)));
  const parts = await findAll(partsOfName(readIdentifier(name)));
  if (parts.length > 0 && parts.every((indexes) => indexes.length > 0)) return parts.flat();
  const { symbols } = await repairIdentifiers(services, principal, [name]);
  return (await findAll(symbols)).flat();
}

/**
 * Rows of the matrix that names mean, in their order, and the names that mean none.
 * @throws PortalError 404 if none of the names means any
 */
async function findRows(call: Caller, dataSet: MeasuredDataSet, names: readonly string[]) {
  const rows = new Set<number>();
  const not_found: string[] = [];
  for (const name of names) {
    const indexes = await findIndexes(call, dataSet, name);
    if (indexes.length === 0) not_found.push(name);
    for (const index of indexes) rows.add(index);
  }
  if (rows.size === 0)
    throw new PortalError('not_found', `This data set does not measure ${names.join(', ')}.`);
  return { rows: [...rows].slice(0, MAX_EXPRESSION_FEATURES), number_of_features: rows.size, not_found };
}

/** Names of the parameter and its repeats; a feature whose name has a separator is named on a line of its own. */
async function namesIn(db: Db, dataSet: MeasuredDataSet, given: readonly string[]): Promise<string[]> {
  const lines = given.flatMap((text) => text.split('\n')).filter(isIdentifier);
  const read = await Promise.all(
    lines.map(async (line) =>
      (await findFeatureIndexes(db, dataSet, line)).length > 0 ? [line.trim()] : splitIdentifiers(line),
    ),
  );
  const names = [...new Set(read.flat())];
  if (names.length === 0) throw new PortalError('invalid_input', 'Please name at least one feature.');
  if (names.length > MAX_EXPRESSION_FEATURES)
    throw new PortalError('invalid_input', `At most ${MAX_EXPRESSION_FEATURES} features are shown at once.`);
  return names;
}

async function toAttribute({ db }: Services, column: AttributeColumn | null) {
  if (column === null) return null;
  const { name, trait } = column;
  const values = cellsOfColumn(column.column);
  const labels = await listValueLabels(db, [{ attribute: name, values }]);
  return {
    name,
    kind: trait.kind === 'numeric' ? ('numeric' as const) : ('groups' as const),
    values,
    not_numbers: trait.notNumbers,
    value_labels: labels.get(name) ?? {},
  };
}

export const expressionRoutes: Route[] = [
  ...combinedRoutes,
  geneExpressionRoute,

  serveInThread(getExpression, async ({ db, principal, params, query, services }) => {
    const dataSet = await getMeasuredDataSet(db, principal, params.id);
    storedValuesOf(dataSet);
    const cells = await readCells(services.pool, dataSet, dataSet.sample_columns);
    const attribute = readAttributeColumn(cells, query.attribute);
    const facet = readFacet(cells, query.facet);
    const names = await namesIn(db, dataSet, query.features);
    const { rows, number_of_features, not_found } = await findRows({ services, principal }, dataSet, names);
    const [read, features] = await Promise.all([
      readFeatures(services.store, dataSet, rows),
      readFeatureList(db, dataSet.feature_list_id),
    ]);
    return {
      data_set: {
        id: dataSet.number,
        title: dataSet.title,
        data_collection_id: dataSet.data_collection_number,
      },
      samples: dataSet.sample_labels,
      attributes: [...cells]
        .filter(([name, column]) => typeof traitOf(name, column) !== 'string')
        .map(([name]) => name),
      attribute: await toAttribute(services, attribute),
      facet: await toAttribute(services, facet),
      features: rows.map((row, at) => {
        const values = read[at] ?? new Float64Array(0);
        return {
          feature: features[row] ?? '',
          values: Array.from(values, orNull),
          ...toGroups(values, attribute, facet),
          ...toTests(values, attribute, facet),
        };
      }),
      number_of_features,
      not_found,
    };
  }),

  serveInThread(listCorrelates, async ({ db, principal, params, query, services, signal }) => {
    const dataSet = await getMeasuredDataSet(db, principal, params.id);
    const values = storedValuesOf(dataSet);
    const { feature, module, measure, search, page, page_size } = query;
    if ((feature === undefined) === (module === undefined))
      throw new PortalError('invalid_input', 'Please name a feature or a module.');
    const subject =
      module === undefined
        ? await featureSubject(services, dataSet, feature ?? '')
        : await moduleSubject(services, principal, dataSet, module);
    const found = await computeCorrelates(
      services,
      { values, subject: subject.values, subjectFeature: subject.feature, measure },
      signal,
    );
    if (found.refusal !== null)
      throw new PortalError('invalid_input', refusalOf(found.refusal, subject.name));
    const names = await readFeatureList(db, dataSet.feature_list_id);
    const part = search.trim().toLowerCase();
    const listed = Array.from(found.features.keys()).filter(
      (at) => part === '' || (names[u32At(found.features, at)] ?? '').toLowerCase().includes(part),
    );
    const { sort, order = sort === 'p_value' ? 'asc' : 'desc' } = query;
    const sign = order === 'desc' ? -1 : 1;
    const keys = {
      r: (at: number) => f64At(found.r, at),
      strength: (at: number) => Math.abs(f64At(found.r, at)),
      // The logarithm keeps its digits where P is 0.
      p_value: (at: number) => f64At(found.logP, at),
    };
    const keyOf = keys[sort];
    const copyOf = (at: number) => u8At(found.isCopy, at);
    // A second probe with the same values tells nothing, so it is last in any order.
    listed.sort((a, b) => copyOf(a) - copyOf(b) || sign * (keyOf(a) - keyOf(b)) || a - b);
    const results = listed.slice((page - 1) * page_size, page * page_size).map((at) => ({
      feature: names[u32At(found.features, at)] ?? '',
      r: f64At(found.r, at),
      p_value: found.p[at] ?? 1,
      q_value: found.q[at] ?? 1,
      n: i32At(found.n, at),
      is_copy: found.isCopy[at] === 1,
    }));
    return {
      ...toPage(results, listed.length, query),
      subject: subject.name,
      number_of_samples: subject.values.filter((value) => !Number.isNaN(value)).length,
      ...countTested({ dataSet, subject, found }),
    };
  }),
];
