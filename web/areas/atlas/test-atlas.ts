/** A small atlas for tests: three cohorts of two diseases. */
import type {
  AtlasDataSet,
  AtlasPlace,
  AtlasStatus,
  MetaModule,
  MetaModuleDetail,
} from '@omicon/contract/areas/analyses/atlas.ts';
import type { getSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';

export const STATUS: AtlasStatus = {
  computed_at: '2026-11-29T10:00:00Z',
  is_outdated: false,
  data_sets: 4,
  cohorts: 3,
  networks: 38,
  waiting_networks: 0,
  modules: 469,
  recurring_modules: 287,
  meta_modules: 3,
};

/** A data set of a cohort. */
export function aDataSet(id: number, cohort: number, ...disease: string[]): AtlasDataSet {
  return {
    ...{ id, omicon_id: `OM.DS.${id}`, title: `GSE${id} QN A.1.1`, technology: 'Microarray', organism: [] },
    ...{
      tissue: ['brain'],
      disease,
      number_of_samples: 80,
      cohort,
      networks: 3,
      modules: 40,
      recurring_modules: 20,
    },
  };
}

export const DATA_SETS = [
  aDataSet(1, 1, 'Glioblastoma'),
  aDataSet(2, 2, 'Bladder cancer'),
  aDataSet(3, 3, 'Glioblastoma'),
  aDataSet(4, 1),
];

/** Found with r, absent, or not measurable (null). */
export function aPlace(data_set: number, r: number | 'absent' | null): AtlasPlace {
  if (r === null)
    return {
      data_set,
      state: 'not measurable',
      module: null,
      modules: 0,
      features: 0,
      r: null,
      measured: 0.12,
    };
  if (r === 'absent')
    return { data_set, state: 'absent', module: null, modules: 0, features: 0, r: null, measured: 0.96 };
  const module = {
    id: 70 + data_set,
    omicon_id: `OM.CM.${70 + data_set}`,
    name: 'turquoise',
    theme: 'microglia',
  };
  return { data_set, state: 'found', module, modules: 3, features: 345, r, measured: 1 };
}

/** A meta-module of a theme, which is its own unless given. */
export function aMetaModule(id: number, title: string, theme = { id, name: title }): MetaModule {
  return {
    ...{ id, omicon_id: `OM.MM.${id}`, title, genes: ['CD68', 'AIF1'] },
    gene_set: { id: 9, omicon_id: 'OM.GS.9', name: 'PANGLAO_MICROGLIA', q_value: 3.1e-12 },
    ...{ found: 2, findable: 3, modules: 6, data_sets: 2 },
    theme: { ...theme, omicon_id: `OM.MM.${theme.id}` },
    places: [aPlace(1, 0.91), aPlace(2, 'absent'), aPlace(3, 0.8), aPlace(4, null)],
  };
}

export const MICROGLIA: MetaModuleDetail = {
  ...aMetaModule(3, 'Microglia'),
  summary: null,
  changes: [{ title: 'Microglia', summary: null, by: 'Ada Astrocyte', at: '2026-11-28T09:00:00Z' }],
  history: [
    {
      event: 'split from',
      other: { id: 8, omicon_id: 'OM.MM.8', name: 'Immune response' },
      at: '2026-11-27T09:00:00Z',
    },
  ],
  related: [{ id: 5, omicon_id: 'OM.MM.5', name: 'Macrophages' }],
  cohorts: DATA_SETS,
  status: STATUS,
};

/** Survival by a module eigengene, with the log hazard ratio and its standard error. */
export function aSurvival(coefficient: number, standard_error: number): ReplyOf<typeof getSurvival> {
  const at = (deviations: number) => Math.exp(coefficient + deviations * standard_error);
  const term = {
    ...{ name: 'turquoise', label: 'turquoise', coefficient, standard_error, hazard_ratio: at(0) },
    ...{ low: at(-1.96), high: at(1.96), z: coefficient / standard_error, p_value: 0.046 },
    ...{ is_estimable: true, zph_p_value: null, zph_rho: null },
  };
  const counts = { n: 72, events: 50 };
  return {
    ...{ time: 'Survival_Days', event: 'Vital_Status', unit: 'days', ...counts, left_out: [], elsewhere: [] },
    ...{
      possible_times: ['Survival_Days'],
      possible_events: ['Vital_Status'],
      event_values: [],
      observed: [],
    },
    ...{ event_convention: null, unknown_events: [], data_set: { id: 1, title: 'GSE1' }, attributes: [] },
    ...{ subject: null, number_of_panels: 1, without_facet: 0 },
    panels: [
      {
        ...{ facet: null, facet_label: null, ...counts, curves: [], log_rank: null, guards: [] },
        cox: { ...counts, terms: [term], likelihood_ratio_p_value: 0.04 },
      },
    ],
  };
}
