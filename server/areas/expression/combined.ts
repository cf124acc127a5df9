/** Correlates of one subject in one or several data sets. */

import { correlateProfiles, MAX_UNMATCHED } from '@omicon/contract/areas/statistics/correlates.ts';
import type { BodyOf, ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { f64At, i32At, u8At, u32At } from '@omicon/domain/arrays/number-at.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import type { CorrelatesOfSet } from '@omicon/domain/statistics/correlates/combined.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import pLimit from 'p-limit';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serveInThread } from '../../base/http/serve.ts';
import type { Services } from '../../base/services.ts';
import type { CorrelateResult } from '../../compute/kinds/correlate.ts';
import { readFeatureList } from '../../records/data-set/feature-lists.ts';
import {
  findFeatureIndexes,
  getMeasuredDataSet,
  type MeasuredDataSet,
  readCells,
  storedValuesOf,
} from '../../records/data-set/measured-data-set.ts';
import { findEigengene } from '../../records/network/eigengenes.ts';
import {
  computeCorrelates,
  countTested,
  featureSubject,
  moduleSubject,
  refusalOf,
  type Subject,
} from './correlate.ts';
import * as statements from './sql.ts';

type Body = BodyOf<typeof correlateProfiles>;
type Reply = ReplyOf<typeof correlateProfiles>;
type Row = Reply['results'][number];
type Found = Extract<CorrelateResult, { refusal: null }>;

const COMPUTED_AT_ONCE = 2;
const SPECIES = 'Organism';

interface Correlated {
  dataSet: MeasuredDataSet;
  subject: Subject;
  found: Found;
}

/** @throws PortalError 400 for data sets of different species; those that name none go with any */
async function refuseMixedSpecies({ pool }: Services, dataSets: readonly MeasuredDataSet[]): Promise<void> {
  if (dataSets.length < 2) return;
  const species = new Set<string>();
  for (const dataSet of dataSets)
    for (const cell of (await readCells(pool, dataSet, [SPECIES])).get(SPECIES) ?? [])
      if (cell !== null && cell.trim() !== '' && cell.trim() !== 'NA') species.add(cell.trim());
  if (species.size < 2) return;
  throw new PortalError(
    'invalid_input',
    `These data sets are of ${[...species].sort().join(' and ')}. Please combine data sets of one species.`,
  );
}

/** The pasted value of every sample. @throws PortalError 400 for a label that is there twice */
function readProfile({ values }: Extract<Body['subject'], { kind: 'profile' }>): Map<string, number> {
  const profile = new Map<string, number>();
  for (const { sample, value } of values) {
    const label = sample.trim();
    if (profile.has(label)) throw new PortalError('invalid_input', `Sample ${label} is listed twice.`);
    profile.set(label, value);
  }
  return profile;
}

/** The subject in each data set, or why a data set has none. */
type SubjectReader = (dataSet: MeasuredDataSet) => Promise<Subject | string>;

async function openSubject(
  services: Services,
  principal: Principal,
  { subject, data_sets }: Body,
): Promise<SubjectReader> {
  const { db } = services;
  if (subject.kind === 'feature')
    return async (dataSet) =>
      (await findFeatureIndexes(db, dataSet, subject.name)).length === 0
        ? `does not measure ${subject.name}`
        : featureSubject(services, dataSet, subject.name);
  if (subject.kind === 'profile') {
    const profile = readProfile(subject);
    return async ({ sample_labels }) => {
      const values = Float64Array.from(sample_labels, (label) => profile.get(label) ?? Number.NaN);
      return values.every(Number.isNaN)
        ? 'has none of the pasted samples'
        : { name: subject.name, values, feature: null };
    };
  }
  const module = await findEigengene(db, principal, subject.id);
  if (module === undefined) throw notFound('module');
  const collections = await statements.listCollectionsOf(db, [...data_sets, module.input_data_set_number]);
  const own = collections.get(module.input_data_set_number);
  // Labels mean the same sample only within one data collection.
  return async (dataSet) =>
    own !== undefined && collections.get(dataSet.number) === own
      ? moduleSubject(services, principal, dataSet, subject.id)
      : `does not have the samples of ${module.name}`;
}

/** The subject without the samples that the rules leave out. */
async function restrict(
  { pool }: Services,
  dataSet: MeasuredDataSet,
  subject: Subject,
  rules: Body['samples'],
): Promise<Subject> {
  if (rules.length === 0) return subject;
  const cells = await readCells(
    pool,
    dataSet,
    rules.map(({ attribute }) => attribute),
  );
  const wanted = rules.map(({ attribute, values }) => {
    const column = cells.get(attribute);
    if (column === undefined)
      throw new PortalError('invalid_input', `The samples have no attribute ${displayAttribute(attribute)}.`);
    return { column, values: new Set(values) };
  });
  const values = subject.values.map((value, sample) =>
    wanted.every((rule) => rule.values.has(rule.column[sample] ?? null)) ? value : Number.NaN,
  );
  return { ...subject, values };
}

function countValues({ values }: Subject): number {
  return values.filter((value) => !Number.isNaN(value)).length;
}

/** The samples of a subject with a value, named by collection and label: equal ones are the same sample. */
function samplesOf({ dataSet, subject }: Correlated): Set<string> {
  const { data_collection_number: collection, sample_labels } = dataSet;
  return new Set(
    sample_labels.flatMap((label, at) =>
      Number.isNaN(subject.values[at] ?? Number.NaN) ? [] : `${collection} ${label}`,
    ),
  );
}

/** Samples that several of the data sets contain, such as one before and after its normalisation. */
function describeSamples(correlated: readonly Correlated[]) {
  const samples = correlated.map(samplesOf);
  const shared_samples = correlated.flatMap(({ dataSet: a }, at) =>
    correlated.slice(at + 1).flatMap(({ dataSet: b }, beyond) => {
      const n = samples[at]?.intersection(samples[at + 1 + beyond] ?? new Set()).size ?? 0;
      return n === 0 ? [] : [{ a: a.number, b: b.number, n }];
    }),
  );
  return { distinct_samples: new Set(samples.flatMap((each) => [...each])).size, shared_samples };
}

function tOf(r: number, n: number): number | null {
  const t = r * Math.sqrt((n - 2) / ((1 - r) * (1 + r)));
  return Number.isFinite(t) ? t : null;
}

function toLog10(logP: number): number | null {
  return Number.isFinite(logP) ? logP / Math.LN10 : null;
}

/** Features of one data set, the largest |r| first, copies last. */
async function listFeatures({ db }: Services, { dataSet, found }: Correlated, most: number): Promise<Row[]> {
  const names = await readFeatureList(db, dataSet.feature_list_id);
  const [rOf, copyOf] = [(at: number) => f64At(found.r, at), (at: number) => u8At(found.isCopy, at)];
  return Array.from(found.features.keys())
    .sort((a, b) => copyOf(a) - copyOf(b) || Math.abs(rOf(b)) - Math.abs(rOf(a)) || a - b)
    .slice(0, most)
    .map((at): Row => {
      const name = names[u32At(found.features, at)] ?? '';
      const [r, n] = [rOf(at), i32At(found.n, at)];
      return {
        name,
        features: [name],
        number_of_features: [1],
        r: [r],
        n: [n],
        k: 1,
        combined_r: r,
        statistic: tOf(r, n),
        p_value: found.p[at] ?? 1,
        log10_p: toLog10(f64At(found.logP, at)),
        q_value: found.q[at] ?? 1,
        heterogeneity: null,
        is_copy: copyOf(at) === 1,
        copied_in: [],
      };
    });
}

/** Correlations by feature; NaN without one. */
function byFeature(
  { dataSet, found, subject }: Correlated,
  { features, symbols }: { features: Uint32Array; symbols: Uint32Array },
): CorrelatesOfSet {
  const r = new Float64Array(dataSet.number_of_features).fill(Number.NaN);
  const n = new Int32Array(dataSet.number_of_features);
  const isCopy = new Uint8Array(dataSet.number_of_features);
  found.features.forEach((feature, at) => {
    r[feature] = found.r[at] ?? Number.NaN;
    n[feature] = i32At(found.n, at);
    isCopy[feature] = u8At(found.isCopy, at);
  });
  if (subject.feature !== null) isCopy[subject.feature] = 1;
  return { r, n, isCopy, features, symbols };
}

/** Symbols of the features of a subject without a symbol as its name: those that all data sets give them. */
function symbolsOfSubject(
  correlated: readonly Correlated[],
  lists: readonly { features: Uint32Array; symbols: Uint32Array }[],
): Set<number> {
  const ofEach = correlated.flatMap(({ subject: { feature } }, at) => {
    const { features = new Uint32Array(0), symbols = new Uint32Array(0) } = lists[at] ?? {};
    return feature === null ? [] : [new Set(symbols.filter((_, pair) => features[pair] === feature))];
  });
  const [first = new Set<number>(), ...others] = ofEach;
  return new Set([...first].filter((symbol) => others.every((each) => each.has(symbol))));
}

/** Symbols of several data sets, the largest |Z| first, copies last. */
async function listSymbols(
  { db, computeThreads, searchThreads }: Services,
  correlated: readonly Correlated[],
  { subject, most }: Body,
): Promise<{ results: Row[]; tested: number }> {
  const { lists, spellings } = await searchThreads.ask({
    kind: 'list-symbols',
    feature_lists: correlated.map(({ dataSet }) => dataSet.feature_list_id),
  });
  const key = subject.kind === 'feature' ? mappingKey(subject.name) : null;
  const named = new Set([...spellings].filter(([, name]) => mappingKey(name) === key).map(([id]) => id));
  const leftOut = named.size > 0 ? named : symbolsOfSubject(correlated, lists);
  const sets = correlated.map((each, at) =>
    byFeature(each, lists[at] ?? { features: new Uint32Array(0), symbols: new Uint32Array(0) }),
  );
  const { rows, tested } = await computeThreads.compute('combined_correlates', {
    sets,
    leftOut: [...leftOut],
    most,
  });
  const names = await Promise.all(
    correlated.map(({ dataSet }) => readFeatureList(db, dataSet.feature_list_id)),
  );
  const results = rows.map(
    (row): Row => ({
      name: spellings.get(row.symbol) ?? '',
      features: row.features.map((feature, at) => names[at]?.[feature] ?? null),
      number_of_features: row.counts,
      r: row.r.map(orNull),
      n: row.n,
      k: row.k,
      combined_r: row.combinedR,
      statistic: row.z,
      p_value: row.p,
      log10_p: toLog10(row.logP),
      q_value: row.qValue,
      heterogeneity: row.k < 2 ? null : { q: row.q, p_value: Math.exp(row.logPOfQ), i_squared: row.iSquared },
      is_copy: row.isCopy,
      copied_in: row.isCopy
        ? []
        : correlated.flatMap(({ dataSet }, at) => (row.copies[at] ? dataSet.title : [])),
    }),
  );
  return { results, tested };
}

async function correlateAll(
  services: Services,
  principal: Principal,
  body: Body,
): Promise<{ correlated: Correlated[]; left_out: Reply['left_out']; labels: ReadonlySet<string> }> {
  const dataSets: MeasuredDataSet[] = [];
  for (const number of new Set(body.data_sets))
    dataSets.push(await getMeasuredDataSet(services.db, principal, number));
  if (dataSets.length > 1 && body.samples.length > 0)
    throw new PortalError('invalid_input', 'Rules choose samples of one data set only.');
  await refuseMixedSpecies(services, dataSets);
  const readSubject = await openSubject(services, principal, body);
  const limit = pLimit(COMPUTED_AT_ONCE);
  const outcomes = await Promise.all(
    dataSets.map((dataSet) =>
      limit(async (): Promise<Correlated | { dataSet: MeasuredDataSet; reason: string }> => {
        const values = storedValuesOf(dataSet);
        const whole = await readSubject(dataSet);
        if (typeof whole === 'string') return { dataSet, reason: `${dataSet.title} ${whole}.` };
        const subject = await restrict(services, dataSet, whole, body.samples);
        const found = await computeCorrelates(services, {
          values,
          subject: subject.values,
          subjectFeature: subject.feature,
          measure: body.measure,
        });
        if (found.refusal === null) return { dataSet, subject, found };
        return { dataSet, reason: refusalOf(found.refusal, subject.name, body.samples.length > 0) };
      }),
    ),
  );
  return {
    correlated: outcomes.filter((outcome) => 'found' in outcome),
    left_out: outcomes.flatMap((outcome) =>
      'reason' in outcome
        ? [{ id: outcome.dataSet.number, title: outcome.dataSet.title, reason: outcome.reason }]
        : [],
    ),
    labels: new Set(dataSets.flatMap(({ sample_labels }) => sample_labels)),
  };
}

export const combinedRoutes: Route[] = [
  serveInThread(correlateProfiles, async ({ principal, body, services }) => {
    const { correlated, left_out, labels } = await correlateAll(services, principal, body);
    const [first] = correlated;
    if (first === undefined)
      throw new PortalError('invalid_input', left_out[0]?.reason ?? 'No data set can be used.');
    const unmatched =
      body.subject.kind === 'profile'
        ? body.subject.values.map(({ sample }) => sample.trim()).filter((label) => !labels.has(label))
        : [];
    const { results, tested } =
      body.data_sets.length > 1
        ? await listSymbols(services, correlated, body)
        : {
            results: await listFeatures(services, first, body.most),
            tested: first.found.features.length,
          };
    return {
      subject: body.subject.kind === 'feature' ? body.subject.name : first.subject.name,
      data_sets: correlated.map(({ dataSet, subject, found }) => ({
        id: dataSet.number,
        title: dataSet.title,
        feature: subject.feature === null ? null : subject.name,
        n: countValues(subject),
        ...countTested({ dataSet, subject, found }),
        samples:
          body.samples.length === 0
            ? null
            : dataSet.sample_labels.filter((_, at) => !Number.isNaN(subject.values[at] ?? Number.NaN)),
      })),
      ...describeSamples(correlated),
      left_out,
      unmatched: unmatched.slice(0, MAX_UNMATCHED),
      number_of_unmatched: unmatched.length,
      results,
      tested,
    };
  }),
];
