/** Maps as files: to be used again for other files of the same form. */
import { dataMap } from '@omicon/contract/areas/drafts.ts';
import type { DataMap, DataProposal } from '@omicon/domain/data-map/data-map.ts';

export const MAX_MAP_BYTES = 20 * 1024 ** 2;

/** The text of a file with a map. */
export function writeMap(map: DataMap): string {
  return `${JSON.stringify(map, null, 2)}\n`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Of text that is not JSON the shape says so.
    return undefined;
  }
}

/** The map in a file; why there is none, in a sentence. */
export function readMap(text: string, fileName: string): DataMap | string {
  const { data, error } = dataMap.safeParse(parseJson(text));
  if (data !== undefined) return data;
  const [issue] = error.issues;
  if (issue === undefined || issue.path.length === 0)
    return `${fileName} is not a map. Choose a JSON file that Download map wrote.`;
  return `${fileName} is not a map of this portal, at ${issue.path.join('.')}: ${issue.message}`;
}

/**
 * A map of other files for these: a file that is not among these stays as it was, and nothing counts as confirmed.
 * @returns the map, and what was done in sentences
 */
export function fitMap(
  map: DataMap,
  current: DataMap,
  { matrices, sheets }: Pick<DataProposal, 'matrices' | 'sheets'>,
): { map: DataMap; sentences: string[] } {
  const isMatrix = matrices.includes(map.matrix);
  const isSheet = map.sheet === null || sheets.includes(map.sheet);
  return {
    map: {
      ...map,
      matrix: isMatrix ? map.matrix : current.matrix,
      sheet: isSheet ? map.sheet : current.sheet,
      confirmed: [],
    },
    sentences: [
      'The map is used. Check title, accession and source, which may be of the other data set.',
      ...(isMatrix
        ? []
        : [`${map.matrix} is not among these files; the values are still those chosen here.`]),
      ...(isSheet ? [] : [`${map.sheet} is not among these files; the samples are still those chosen here.`]),
      ...(map.confirmed.length > 0 ? ['Findings must be confirmed again.'] : []),
    ],
  };
}
