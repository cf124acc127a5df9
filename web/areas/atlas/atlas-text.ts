/** Sentences of the atlas. */
import type {
  AtlasDataSet,
  AtlasPlace,
  AtlasStatus,
  MetaModule,
} from '@omicon/contract/areas/analyses/atlas.ts';
import { moduleLabel } from '@omicon/domain/records/names/module-theme.ts';
import { countOf, formatCount, formatDecimal, formatPValue } from '../../ui/text/format.ts';
import { shortName } from '../../ui/text/name-parts.ts';

const recurring = (count: number) => `${countOf(count, 'signal')} ${count === 1 ? 'recurs' : 'recur'}`;

/** What the atlas is made of, and what it still waits for. */
export function describeStatus(status: AtlasStatus): string {
  const { meta_modules, data_sets, cohorts, modules, networks, recurring_modules, waiting_networks } = status;
  const sentences = [
    `${recurring(meta_modules)} in ${countOf(data_sets, 'data set')} of ${countOf(cohorts, 'cohort')}: ${countOf(modules, 'module')} of ${countOf(networks, 'network')} are ${countOf(recurring_modules, 'recurring module')}.`,
  ];
  if (status.is_outdated) sentences.push('Records changed; the atlas is being computed again.');
  if (waiting_networks > 0) sentences.push(describeWaiting(waiting_networks));
  return sentences.join(' ');
}

/** Networks whose modules are not in the atlas. */
export function describeWaiting(networks: number): string {
  return networks === 1
    ? '1 network waits for its kME and is not in it yet.'
    : `${formatCount(networks)} networks wait for their kME and are not in it yet.`;
}

/** Why the atlas is empty; `what` comes next, if it comes by itself. */
export function describeEmpty(status: AtlasStatus): string {
  if (status.computed_at === null)
    return 'The atlas has not been computed yet. It is computed by itself once networks and their kME are there.';
  const waiting = status.waiting_networks > 0 ? ` ${describeWaiting(status.waiting_networks)}` : '';
  if (status.cohorts < 2)
    return `A signal recurs when it is found in at least two independent cohorts. You can read networks of ${countOf(status.cohorts, 'cohort')}.${waiting}`;
  return `No module of one cohort is found in another one, among ${countOf(status.modules, 'module')} of ${countOf(status.networks, 'network')}.${waiting}`;
}

/** `3 of 5`: cohorts that have it, of those in which it could be found. */
export function supportOf({ found, findable }: Pick<MetaModule, 'found' | 'findable'>): string {
  return `${formatCount(found)} of ${formatCount(findable)}`;
}

/** A share in [0, 1] as percent; the smallest one above 0 is not said to be 0. */
export function formatShare(share: number): string {
  const percent = Math.round(100 * share);
  return percent === 0 && share > 0 ? '< 1 %' : `${percent} %`;
}

/** One sentence with all numbers of a cell. */
export function describePlace(
  meta: MetaModule,
  dataSet: AtlasDataSet,
  place: AtlasPlace | undefined,
): string {
  const subject = `${meta.title} in ${shortName(dataSet.title)}`;
  if (place === undefined) return `${subject}: not computed yet.`;
  const { state, module, features, r, modules, measured } = place;
  if (state === 'found' && module !== null) {
    const similarity = r === null ? '' : `, r ${formatDecimal(r, 2)} with the consensus`;
    return `${subject}: ${moduleLabel(module)}, ${countOf(features, 'feature')}${similarity}; ${countOf(modules, 'module')} in this data set.`;
  }
  if (state === 'absent')
    return `${subject}: absent, although ${formatShare(measured)} of its consensus genes are measured.`;
  return `${subject}: not measurable, ${formatShare(measured)} of its consensus genes are measured.`;
}

/** One sentence on a meta-module as a whole. */
export function describeMetaModule(meta: MetaModule): string {
  const { title, omicon_id, genes, gene_set } = meta;
  const set = gene_set === null ? '' : `; ${gene_set.name}, q ${formatPValue(gene_set.q_value)}`;
  return `${title} (${omicon_id}): found in ${supportOf(meta)} cohorts, ${countOf(meta.modules, 'module')} of ${countOf(meta.data_sets, 'data set')}; ${genes.join(', ')}${set}.`;
}

/** The sentence of a meta-module that nobody has described. */
export function ownSummary(meta: MetaModule): string {
  const { found, findable, modules, data_sets, gene_set } = meta;
  const cohorts =
    found === findable
      ? `every one of ${countOf(findable, 'cohort')}`
      : `${formatCount(found)} of the ${countOf(findable, 'cohort')}`;
  const set =
    gene_set === null
      ? ''
      : ` Its consensus genes are enriched in ${gene_set.name} (q ${formatPValue(gene_set.q_value)}).`;
  return `${countOf(modules, 'module')} of ${countOf(data_sets, 'data set')} are this signal, in ${cohorts} in which it could be found.${set}`;
}
