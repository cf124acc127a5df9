/** Buttons of grids and plots, which collect their checked rows, or all that are shown. */
import type { CollectedItem } from '@omicon/contract/areas/baskets.ts';
import { getDataCollectionOfDataSet } from '@omicon/contract/areas/collections.ts';
import { callEndpoint } from '../../base/calls/call.ts';
import type { ChosenAction } from '../../ui/grid/use-chosen-rows.ts';
import { CollectButton } from './CollectButton.tsx';
import { fromOmiconId, toGene, toMember, toModule, toSample } from './collected-items.ts';

/** Collects what the rows stand for, each once; rows that stand for nothing are left out. */
export function collectRows<Row>(
  itemsOf: (row: Row) => CollectedItem | readonly CollectedItem[] | null,
): ChosenAction<Row> {
  return (listChosen) => (
    <CollectButton
      items={() => {
        const items = listChosen()
          .map(itemsOf)
          .filter((found) => found !== null)
          .flat();
        // Rows may be of the same module, such as one for each trait.
        return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
      }}
    />
  );
}

/** For rows of samples of one data collection, by its number. */
export function collectSamplesOf(collection: number): ChosenAction<{ sample: string }> {
  return collectRows(({ sample }) => toSample(collection, sample));
}

/** For rows of samples of one data set, by its number. */
export function collectSampleRows(dataSet: number): ChosenAction<{ sample: string }> {
  return (listChosen) => (
    <CollectButton
      items={async () => {
        const collection = await callEndpoint(getDataCollectionOfDataSet, { params: { id: dataSet } });
        return listChosen().map(({ sample }) => toSample(collection._id, sample));
      }}
    />
  );
}

export const collectGenes = collectRows(toGene);
export const collectFeatures = collectRows(toMember);
export const collectModules = collectRows(toModule);
/** For rows of records, of which modules and gene sets are collected. */
export const collectRecords = collectRows(({ omicon_id }: { omicon_id: string }) => fromOmiconId(omicon_id));
