/** Items of a basket as lists of genes, to compare them. */
import type { compareListsAddress } from '@omicon/contract/addresses.ts';
import { listGenesOfMetaModule } from '@omicon/contract/areas/analyses/atlas.ts';
import type { BasketItem } from '@omicon/contract/areas/baskets.ts';
import { callEndpoint } from '../../base/calls/call.ts';
import { packList } from '../../base/gene-list.ts';

type Lists = Parameters<typeof compareListsAddress>[0];

/** The list that a record is, a meta-module by its consensus genes; none for other items. */
async function listsOfItem({ kind, record_number: id, name }: BasketItem): Promise<Lists> {
  if (id === null) return [];
  if (kind === 'module') return [{ kind: 'module', id }];
  if (kind === 'gene set') return [{ kind: 'set', id }];
  if (kind !== 'meta-module') return [];
  const { genes } = await callEndpoint(listGenesOfMetaModule, { params: { id } });
  if (genes.length === 0) return [];
  return [{ kind: 'list', packed: await packList(genes.map(({ symbol }) => symbol)), name }];
}

/** Lists that the items are: each module, meta-module and gene set one, all genes together another. */
export async function listsOf(items: readonly BasketItem[]): Promise<Lists> {
  const genes = items.filter(({ kind }) => kind === 'gene').map(({ name }) => name);
  const records = (await Promise.all(items.map(listsOfItem))).flat();
  return genes.length === 0 ? records : [...records, { kind: 'list', packed: await packList(genes) }];
}

const isList = ({ kind }: BasketItem) => kind === 'module' || kind === 'meta-module' || kind === 'gene set';

/** Number of lists of these items, before any genes are read. */
export function countLists(items: readonly BasketItem[]): number {
  const records = items.filter(isList).length;
  return records + (items.some(({ kind }) => kind === 'gene') ? 1 : 0);
}
