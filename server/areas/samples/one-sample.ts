/** One sample: its attributes, where it was measured, and where its eigengenes lie among all samples. */
import { getSample, listSampleEigengenes, listSampleFiles } from '@omicon/contract/areas/samples.ts';
import { isMissing } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { toF64 } from '@omicon/search-index/kit/bytes.ts';
import { notFound } from '../../base/errors.ts';
import { type Route, serve } from '../../base/http/serve.ts';
import { countCurrentFiles, listCurrentFiles } from '../../records/file/file-rows.ts';
import { moduleLinkOf, omiconIdOf, toPage } from '../../records/lists/replies.ts';
import { listValueLabels } from '../../records/sample/value-labels.ts';
import * as statements from './sql-one-sample.ts';

const INDIVIDUAL = 'Individual';

/** Percent of the values that are at most as high. */
function percentileAmong(values: Float64Array, value: number): number {
  let below = 0;
  for (const other of values) if (other <= value) below += 1;
  return (100 * below) / values.length;
}

export const oneSampleRoutes: Route[] = [
  serve(getSample, async ({ db, principal, params }) => {
    const sample = await statements.findSample(db, principal, params);
    if (!sample) throw notFound('sample');
    const { label, collection } = sample;
    const individual = sample.attributes[INDIVIDUAL] ?? '';
    const attributes = sample.sample_columns.map((name) => ({
      name,
      value: sample.attributes[name] ?? null,
    }));
    const [dataSets, networks, others, labels] = await Promise.all([
      statements.listDataSetsOfSample(db, principal, { collection, label }),
      statements.listNetworksOfSample(db, principal, { collection, label }),
      isMissing(individual) ? [] : statements.listSamplesOfIndividual(db, { ...sample, individual }),
      listValueLabels(
        db,
        attributes.map(({ name, value }) => ({ attribute: name, values: [value] })),
      ),
    ]);
    return {
      label,
      collection: { id: collection, title: sample.title },
      attributes: attributes.map(({ name, value }) => ({
        name,
        value,
        label: value === null ? null : (labels.get(name)?.[value] ?? null),
      })),
      individual: isMissing(individual) ? null : { name: individual, others },
      data_sets: dataSets.map(({ number, ...dataSet }) => ({
        id: number,
        omicon_id: omiconIdOf('DS', number),
        ...dataSet,
      })),
      networks: networks.map(({ number, name, number_of_modules, analysis, title }) => ({
        id: number,
        omicon_id: omiconIdOf('CN', number),
        name,
        number_of_modules,
        analysis: { id: analysis, title },
      })),
    };
  }),

  serve(listSampleEigengenes, async ({ db, principal, params }) => {
    const modules = await statements.listEigengenes(db, principal, params);
    const [first] = modules;
    if (first === undefined || first.sample === null) throw notFound('sample');
    const results = modules.map(({ number, name, theme, eigengene, sample }) => {
      const values = toF64(new Uint8Array(eigengene));
      const value = values[sample ?? 0] ?? Number.NaN;
      return {
        ...moduleLinkOf({ number, name, theme }),
        value,
        percentile: percentileAmong(values, value),
      };
    });
    return {
      number_of_samples: first.number_of_samples,
      results: results.toSorted((a, b) => Math.abs(b.percentile - 50) - Math.abs(a.percentile - 50)),
    };
  }),

  serve(listSampleFiles, async ({ db, principal, params, query }) => {
    const sample = await statements.findSample(db, principal, params);
    if (!sample) throw notFound('sample');
    const filter = {
      among: statements.filesOfSample(principal, sample),
      ...(query.search === '' ? {} : { name: query.search }),
    };
    const [results, total] = await Promise.all([
      listCurrentFiles(db, principal, { ...query, ...filter }),
      countCurrentFiles(db, principal, filter),
    ]);
    return toPage(results, total, query);
  }),
];
