/** Which genes a viewer may know from the data sets that measure them. */
import { type Catalog, mayRead, type Viewer } from '../read/catalog-entries.ts';
import type { ModuleColumns } from '../read/module-columns.ts';

export interface MeasuredGenesRequest {
  viewer: Viewer;
  /** features that map to each gene */
  genes: number[][];
}

export interface MeasuredGenesReply {
  /** in the order of the request */
  isMeasured: boolean[];
}

/** Whether a readable data set has a feature of each gene. Table search_feature_list. */
export async function listMeasuredGenes(
  { catalog, columns }: { catalog: Catalog; columns: ModuleColumns },
  { viewer, genes }: MeasuredGenesRequest,
): Promise<MeasuredGenesReply> {
  const readable = new Set(
    catalog.dataSets.filter((entry) => mayRead(entry, viewer)).map(({ feature_list_id }) => feature_list_id),
  );
  const lists = (await columns.loadPresent(catalog)).filter(({ feature_list_id }) =>
    readable.has(feature_list_id),
  );
  return {
    isMeasured: genes.map((features) =>
      lists.some(({ present }) =>
        features.some((feature) => ((present[feature >> 3] ?? 0) & (1 << (feature & 7))) !== 0),
      ),
    ),
  };
}
