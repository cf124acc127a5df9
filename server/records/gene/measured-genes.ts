import { toU32 } from '@omicon/search-index/kit/bytes.ts';
import type { Viewer } from '@omicon/search-index/read/catalog-entries.ts';
import type { Services } from '../../base/services.ts';

/**
 * Whether the caller may read a data set that measures each gene, by the features that map to it. One question for all
 * genes, also for none, so that the time does not tell whether hidden data know a name.
 */
export async function areMeasured(
  { searchThreads }: Pick<Services, 'searchThreads'>,
  viewer: Viewer,
  genes: readonly Uint8Array[],
): Promise<boolean[]> {
  const { isMeasured } = await searchThreads.ask({
    kind: 'measured-genes',
    viewer,
    genes: genes.map((features) => [...toU32(new Uint8Array(features))]),
  });
  return isMeasured;
}
