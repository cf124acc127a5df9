/** Samples of a basket as a saved group of a data set: its address stays short, and others can open it. */
import { type BasketItem, listBasketItems, MAX_BASKET_ITEMS } from '@omicon/contract/areas/baskets.ts';
import { listDataSetSamples } from '@omicon/contract/areas/samples.ts';
import { createSampleGroup, listSampleGroups } from '@omicon/contract/areas/statistics/comparisons.ts';
import type { SampleGroup } from '@omicon/contract/areas/statistics/sample-groups.ts';
import { callEndpoint } from '../../base/calls/call.ts';
import { useChangeBy } from '../../base/calls/use-endpoint.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { countOf, formatCount } from '../../ui/text/format.ts';

/** A sample as a basket refers to it. */
interface BasketSample {
  /** number of its data collection */
  record_number: number;
  name: string;
}

/** Largest page of the call. */
const LABELS_AT_ONCE = 5000;
const MAX_NAME_LENGTH = 100;

/** The samples among the items that the person may read. */
export function samplesOf(items: readonly BasketItem[]): BasketSample[] {
  return items.flatMap(({ kind, record_number, name }) =>
    kind === 'sample' && record_number !== null ? [{ record_number, name }] : [],
  );
}

/** Labels of the samples of a data set, with the number of their collection. */
async function readLabels(id: number) {
  const labels = new Set<string>();
  for (let page = 1; ; page += 1) {
    const body = { id, page, page_size: LABELS_AT_ONCE };
    const { results, total, collection_id } = await callEndpoint(listDataSetSamples, { body });
    for (const { label } of results) labels.add(label);
    if (results.length === 0 || page * LABELS_AT_ONCE >= total) return { labels, collection_id };
  }
}

/** The name, or `name 2` and so on if it is taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` ${number}`;
    const free = `${name.slice(0, MAX_NAME_LENGTH - end.length)}${end}`;
    if (!taken.has(free)) return free;
  }
}

/** Whether a group is exactly these samples. */
function isGroupOf({ rules, samples }: SampleGroup, labels: readonly string[]): boolean {
  const wanted = new Set(labels);
  return rules === undefined && samples?.length === wanted.size && samples.every((each) => wanted.has(each));
}

interface BasketGroup {
  dataSetId: number;
  /** name of the basket */
  name: string;
  samples: readonly BasketSample[];
}

/** The items of a basket, or those that a screen has already. */
type ItemSource = number | readonly BasketItem[];

async function readSamples(source: ItemSource): Promise<BasketSample[]> {
  if (typeof source !== 'number') return samplesOf(source);
  const query = { kind: 'sample', page_size: MAX_BASKET_ITEMS } as const;
  return samplesOf((await callEndpoint(listBasketItems, { params: { id: source }, query })).results);
}

/**
 * Saves the samples of a basket that are in a data set; a group of exactly these samples is used again.
 * @returns the token of the group, null if none of the samples is in the data set
 */
async function saveGroup({ dataSetId: id, name, samples }: BasketGroup) {
  const { labels, collection_id } = await readLabels(id);
  const found = samples
    .filter((sample) => sample.record_number === collection_id && labels.has(sample.name))
    .map((sample) => sample.name);
  if (found.length === 0) return { token: null, found: 0 };
  const { results } = await callEndpoint(listSampleGroups, { params: { id }, query: {} });
  const same = results.find(({ group }) => isGroupOf(group, found));
  if (same !== undefined) return { token: same.share_token, found: found.length };
  const free = freeName(name, new Set(results.map(({ group }) => group.name)));
  const body = { name: free, samples: found };
  const { share_token } = await callEndpoint(createSampleGroup, { params: { id }, body });
  return { token: share_token, found: found.length };
}

function tell({ name, samples }: BasketGroup, found: number): void {
  const left = samples.length - found;
  if (found === 0) {
    const message = `No sample of “${name}” is in this data set.`;
    showToast({ type: 'warning', title: 'Not chosen', message, durationMs: 6000 });
    return;
  }
  if (left === 0) return;
  const message = `${countOf(found, 'sample')} of “${name}”; ${formatCount(left)} ${left === 1 ? 'is' : 'are'} not in this data set.`;
  showToast({ title: 'Group chosen', message, durationMs: 6000 });
}

/** Makes a group of the samples of a basket, and says how many of them the data set lacks. */
export function useSaveBasketGroup() {
  return useChangeBy(
    async ({ items, ...basket }: Omit<BasketGroup, 'samples'> & { items: ItemSource }) => {
      const group = { ...basket, samples: await readSamples(items) };
      const { token, found } = await saveGroup(group);
      tell(group, found);
      return token;
    },
    { refreshes: [], refreshesOnly: [listSampleGroups] },
  );
}
