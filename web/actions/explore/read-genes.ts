import { listModuleMembers } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { listGenes } from '@omicon/contract/areas/gene-sets.ts';
import type { ModuleDefinition } from '@omicon/domain/records/module-definition.ts';
import { callEndpoint } from '../../base/calls/call.ts';
import { MAX_IDENTIFIERS } from '../../base/gene-list.ts';

const PAGE = 100;

/** All items of a paged list, up to the maximum that can be explored. */
async function readPages(
  read: (page: number) => Promise<{ items: string[]; total: number }>,
): Promise<{ identifiers: string[]; total: number }> {
  const identifiers: string[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await read(page);
    identifiers.push(...items);
    const isWhole = items.length === 0 || identifiers.length >= Math.min(total, MAX_IDENTIFIERS);
    if (isWhole) return { identifiers: identifiers.slice(0, MAX_IDENTIFIERS), total };
  }
}

export function listGenesOfSet(id: number, version: number) {
  return readPages(async (page) => {
    const query = { page, page_size: PAGE, sort: 'place' as const, order: 'asc' as const, version };
    const { results, total } = await callEndpoint(listGenes, { params: { id }, query });
    return { items: results.map(({ gene }) => gene), total };
  });
}

/** Features with the highest kME first. */
export function listModuleGenes(id: number, definition: ModuleDefinition, version: number) {
  return readPages(async (page) => {
    const query = {
      page,
      page_size: PAGE,
      sort: 'kme' as const,
      order: 'desc' as const,
      definition,
      version,
    };
    const { results, total } = await callEndpoint(listModuleMembers, { params: { id }, query });
    return { items: results.map(({ feature }) => feature), total };
  });
}
