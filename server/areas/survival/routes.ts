/** Survival of samples, by attribute, feature or module. Owns no table. */

import { createHash } from 'node:crypto';
import { getSurvival, listModuleSurvival, MAX_VALUES } from '@omicon/contract/areas/statistics/survival.ts';
import type { BodyOf } from '@omicon/contract/base/endpoint.ts';
import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { numberOf } from '@omicon/domain/records/samples/attribute-kinds.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { covariateOf } from '@omicon/domain/statistics/comparison/covariates.ts';
import { describeLeftOut, traitOf } from '@omicon/domain/statistics/modules/traits.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import { cutsOf, type SurvivalSubject } from '@omicon/domain/statistics/survival/survival-groups.ts';
import { toF64 } from '@omicon/search-index/kit/bytes.ts';
import { LRUCache } from 'lru-cache';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serveInThread } from '../../base/http/serve.ts';
import type { Services } from '../../base/services.ts';
import type { ModuleSurvival, ModuleSurvivalRequest } from '../../compute/kinds/module-survival.ts';
import { readFeatures, readRowStatistics } from '../../records/data-set/expression.ts';
import { readFeatureList } from '../../records/data-set/feature-lists.ts';
import {
  findFeatureIndexes,
  findMeasuredDataSet,
  getMeasuredDataSet,
  type MeasuredDataSet,
  readCells,
  storedValuesOf,
} from '../../records/data-set/measured-data-set.ts';
import { moduleLinkOf } from '../../records/lists/replies.ts';
import * as statements from '../../records/network/eigengenes.ts';
import { listFollowUpAttributes } from '../../records/sample/follow-up-names.ts';
import { listValueLabels } from '../../records/sample/value-labels.ts';
import { type Cells, type FollowUpOfSamples, followUpOf, toFollowUp } from './follow-up.ts';
import { listDataSetsWithSurvival } from './other-data-sets.ts';
import { finiteOrNull, toPanel } from './panels.ts';

const MAX_FACETS = 12;

/** Values of an eigengene for the samples of a data set; NaN for samples that the network does not have. */
function alignEigengene(
  { eigengene, sample_labels }: statements.EigengeneRow,
  labels: readonly string[],
): Float64Array {
  const values = toF64(new Uint8Array(eigengene));
  const indexes = new Map(sample_labels.map((label, index) => [label, index]));
  return Float64Array.from(labels, (label) => values[indexes.get(label) ?? -1] ?? Number.NaN);
}

function cleanCells(cells: readonly (string | null)[]): (string | null)[] {
  return cells.map((cell) => {
    const text = cell?.trim() ?? '';
    return text === '' || text === 'NA' ? null : text;
  });
}

/** The number of groups that an attribute makes; 0 for numbers. */
function countGroups(name: string, cells: readonly (string | null)[]): number {
  return covariateOf(name, cells, [...cells.keys()]).levels.length;
}

/**
 * @throws PortalError 400 for an attribute that is absent, has more values than a model may have terms, or is the
 * follow-up itself
 */
function checkGroups(
  cells: Cells,
  name: string,
  { purpose, followUp }: { purpose: string; followUp: FollowUpOfSamples },
): void {
  if (name === followUp.time || name === followUp.event)
    throw new PortalError(
      'invalid_input',
      `${displayAttribute(name)} is the follow-up itself. Please ${purpose} another attribute.`,
    );
  const column = cells.get(name);
  if (column === undefined)
    throw new PortalError('invalid_input', `The samples have no attribute ${displayAttribute(name)}.`);
  const count = countGroups(name, column);
  if (count > MAX_VALUES)
    throw new PortalError(
      'invalid_input',
      `${displayAttribute(name)} has ${count} different values. Please ${purpose} an attribute with at most ${MAX_VALUES}.`,
    );
}

function attributeSubject(cells: Cells, name: string, followUp: FollowUpOfSamples): SurvivalSubject {
  const column = cells.get(name);
  if (column === undefined)
    throw new PortalError('invalid_input', `The samples have no attribute ${displayAttribute(name)}.`);
  const trait = traitOf(name, column);
  if (typeof trait === 'string') throw new PortalError('invalid_input', describeLeftOut(name, trait));
  if (trait.kind !== 'numeric' || name === followUp.time)
    checkGroups(cells, name, { purpose: 'compare by', followUp });
  const values = cleanCells(column);
  return trait.kind === 'numeric'
    ? {
        kind: 'numeric',
        name,
        isAttribute: true,
        values: Float64Array.from(values, (value) => (value === null ? Number.NaN : numberOf(value))),
      }
    : { kind: 'groups', name, values };
}

/** Of several features of a gene the one that varies most. */
async function featureSubject(
  { db, store }: Services,
  dataSet: MeasuredDataSet,
  name: string,
): Promise<SurvivalSubject> {
  storedValuesOf(dataSet);
  const indexes = await findFeatureIndexes(db, dataSet, name);
  if (indexes.length === 0) throw new PortalError('invalid_input', `This data set has no feature ${name}.`);
  const statistics = await readRowStatistics(store, dataSet, indexes);
  const sdOf = (at: number) => statistics[at]?.sd ?? 0;
  const best = indexes.reduce((most, _, at) => (sdOf(at) > sdOf(most) ? at : most), 0);
  const index = numberAt(indexes, best);
  const [values = new Float64Array(0)] = await readFeatures(store, dataSet, [index]);
  return {
    kind: 'numeric',
    name: (await readFeatureList(db, dataSet.feature_list_id))[index] ?? name,
    isAttribute: false,
    values,
  };
}

async function readSubject(
  services: Services,
  principal: Principal,
  {
    dataSet,
    cells,
    by,
    followUp,
  }: {
    dataSet: MeasuredDataSet;
    cells: Cells;
    by: BodyOf<typeof getSurvival>['by'];
    followUp: FollowUpOfSamples;
  },
): Promise<SurvivalSubject | null> {
  if (by === undefined) return null;
  if (by.kind === 'attribute') return attributeSubject(cells, by.name, followUp);
  if (by.kind === 'feature') return featureSubject(services, dataSet, by.name);
  const module = await statements.findEigengene(services.db, principal, by.id);
  if (module === undefined) throw notFound('module');
  const values = alignEigengene(module, dataSet.sample_labels);
  return { kind: 'numeric', name: module.name, isAttribute: false, values };
}

/** The samples of every facet; of all, without one. */
function facetsOf(cells: Cells, facet: string | undefined, samples: readonly number[]) {
  if (facet === undefined) return [{ facet: null, samples }];
  const column = cleanCells(cells.get(facet) ?? []);
  const names = [...new Set(samples.flatMap((sample) => column[sample] ?? []))].sort();
  if (names.length === 0)
    throw new PortalError('invalid_input', `The samples have no attribute ${displayAttribute(facet)}.`);
  if (names.length > MAX_VALUES)
    throw new PortalError(
      'invalid_input',
      `${displayAttribute(facet)} has ${names.length} different values. Please choose panels by an attribute with at most ${MAX_VALUES}.`,
    );
  return names.map((name) => ({ facet: name, samples: samples.filter((sample) => column[sample] === name) }));
}

function cutsFor(
  subject: SurvivalSubject | null,
  samples: readonly number[],
  { cut, split }: Pick<BodyOf<typeof getSurvival>, 'cut' | 'split'>,
): number[] {
  if (subject?.kind !== 'numeric') return [];
  if (cut !== undefined) return [cut];
  const values = samples.map((sample) => subject.values[sample] ?? Number.NaN);
  return cutsOf(
    values.filter((value) => !Number.isNaN(value)),
    split,
  );
}

/** Samples with a follow-up that the subject leaves out. */
function leftOutOf(subject: SurvivalSubject, samples: readonly number[], cells: Cells) {
  const isAttribute = subject.kind === 'groups' || subject.isAttribute;
  const column = isAttribute ? cleanCells(cells.get(subject.name) ?? []) : [];
  const counts = new Map<string, number>();
  let without_value = 0;
  for (const sample of samples) {
    const value = subject.values[sample] ?? Number.NaN;
    if (typeof value === 'string' || !Number.isNaN(value)) continue;
    const text = column[sample] ?? null;
    if (text === null) without_value += 1;
    else counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const not_numbers = [...counts].map(([value, n]) => ({ value, n })).sort((a, b) => b.n - a.n);
  return { without_value, not_numbers };
}

const MAX_KEPT = 200;
/** Results by the content of the request, so an entry is never stale. */
const moduleSurvivals = new LRUCache<string, ModuleSurvival[]>({ max: MAX_KEPT });

async function computeModuleSurvival(
  { computeThreads }: Services,
  request: ModuleSurvivalRequest,
  signal: AbortSignal,
): Promise<ModuleSurvival[]> {
  const { followUp, samples, eigengenes } = request;
  const hash = createHash('sha256').update(samples.join());
  for (const values of [followUp.time, followUp.event, ...eigengenes])
    hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  const key = hash.digest('base64');
  const kept = moduleSurvivals.get(key);
  if (kept !== undefined) return kept;
  const results = await computeThreads.compute('module_survival', request, { signal });
  moduleSurvivals.set(key, results);
  return results;
}

export const survivalRoutes: Route[] = [
  serveInThread(getSurvival, async ({ db, principal, params, body, services, signal }) => {
    const dataSet = await getMeasuredDataSet(db, principal, params.id);
    const cells = await readCells(services.pool, dataSet, dataSet.sample_columns);
    const defined = await listFollowUpAttributes(db);
    const followUp = followUpOf(cells, body, defined);
    for (const name of body.adjust_for) checkGroups(cells, name, { purpose: 'adjust for', followUp });
    const subject = await readSubject(services, principal, { dataSet, cells, by: body.by, followUp });
    const { read } = followUp;
    const samples = [...(read?.samples ?? [])];
    const cuts = cutsFor(subject, samples, body);
    const { by, facet, adjust_for } = body;
    const shown = new Set([by?.kind === 'attribute' ? by.name : '', facet ?? '', ...adjust_for]);
    const labels = await listValueLabels(
      db,
      [...shown].flatMap((attribute) => {
        const column = cells.get(attribute);
        return column === undefined ? [] : [{ attribute, values: cleanCells(column) }];
      }),
    );
    const attributes = [...cells].filter(
      ([name, column]) =>
        name !== followUp.time &&
        name !== followUp.event &&
        typeof traitOf(name, column) !== 'string' &&
        countGroups(name, column) <= MAX_VALUES,
    );
    const facets = read === null ? [] : facetsOf(cells, body.facet, samples);
    const panels =
      read === null
        ? []
        : await services.computeThreads.compute(
            'survival',
            {
              followUp: read.followUp,
              subject,
              cuts,
              adjustFor: body.adjust_for.map((attribute) => ({
                attribute,
                cells: cells.get(attribute) ?? [],
              })),
              interval: body.interval,
              labels,
              facetAttribute: facet,
              facets: facets.slice(0, MAX_FACETS),
            },
            { signal },
          );
    return {
      ...toFollowUp(followUp),
      elsewhere: read === null ? await listDataSetsWithSurvival(services, principal, defined) : [],
      data_set: { id: dataSet.number, title: dataSet.title },
      attributes: attributes.map(([name]) => name),
      subject:
        subject === null
          ? null
          : {
              kind: subject.kind,
              name: subject.name,
              label: by?.kind === 'attribute' ? displayAttribute(subject.name) : subject.name,
              ...leftOutOf(subject, samples, cells),
              cuts,
              is_chosen: body.cut !== undefined,
            },
      panels: panels.map(toPanel),
      number_of_panels: facets.length,
      without_facet: samples.length - facets.reduce((sum, { samples: own }) => sum + own.length, 0),
    };
  }),

  serveInThread(listModuleSurvival, async ({ db, principal, params, query, services, signal }) => {
    const modules = await statements.listEigengenes(db, principal, params.id);
    const [first] = modules;
    if (first === undefined) throw notFound('covariation network');
    const dataSet = await findMeasuredDataSet(db, principal, first.input_data_set_number);
    const defined = await listFollowUpAttributes(db);
    if (dataSet === undefined) {
      const elsewhere = await listDataSetsWithSurvival(services, principal, defined);
      return { ...toFollowUp(followUpOf(new Map(), {})), elsewhere, data_set: null, results: [] };
    }
    const cells = await readCells(services.pool, dataSet, dataSet.sample_columns);
    const followUp = followUpOf(cells, query, defined);
    const { read } = followUp;
    const results =
      read === null
        ? []
        : await computeModuleSurvival(
            services,
            {
              followUp: read.followUp,
              samples: [...read.samples],
              eigengenes: modules.map((module) => alignEigengene(module, dataSet.sample_labels)),
            },
            signal,
          );
    return {
      ...toFollowUp(followUp),
      elsewhere: read === null ? await listDataSetsWithSurvival(services, principal, defined) : [],
      data_set: { id: dataSet.number, title: dataSet.title },
      results: results.map((result, at) => ({
        ...moduleLinkOf(modules[at] ?? { number: 0, name: '', theme: null }),
        ...{ n: result.n, events: result.events },
        hazard_ratio: finiteOrNull(result.hazardRatio),
        low: finiteOrNull(result.low),
        high: finiteOrNull(result.high),
        p_value: orNull(result.p),
        q_value: orNull(result.q),
        zph_p_value: orNull(result.zphP),
        log_rank_p_value: orNull(result.logRankP),
      })),
    };
  }),
];
