/** The modules of a result, for a consensus of them. */

import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { MAX_CONSENSUS_MODULES } from '@omicon/domain/statistics/correlates/fidelity.ts';
import type { ResultCells } from './result-columns.ts';

/** The column of a result whose rows are modules. */
export const MODULE_COLUMN = 'Covariation_Module_Omicon_ID';
/** Rows of one call. */
const A_PAGE = 1000;

interface PageOfResult {
  results: readonly ResultCells[];
  result_count: number;
}

export interface FirstModules {
  /** numbers, each once, in the order of the rows */
  modules: number[];
  /** whether there are more */
  isCut: boolean;
}

/** The first modules of a result, at most as many as a consensus takes. A module may have several rows. */
export async function readFirstModules(
  read: (page: number, page_size: number) => Promise<PageOfResult>,
): Promise<FirstModules> {
  const modules = new Set<number>();
  for (let page = 1; ; page += 1) {
    const { results, result_count } = await read(page, A_PAGE);
    for (const cells of results) {
      const id = parseOmiconId(String(cells[MODULE_COLUMN] ?? ''));
      if (id?.type !== 'CM') continue;
      if (modules.size === MAX_CONSENSUS_MODULES && !modules.has(id.number))
        return { modules: [...modules], isCut: true };
      modules.add(id.number);
    }
    if (results.length === 0 || page * A_PAGE >= result_count) return { modules: [...modules], isCut: false };
  }
}
