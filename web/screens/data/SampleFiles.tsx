import { listSampleFiles, type Sample } from '@omicon/contract/areas/samples.ts';
import { FilesWithPreview } from '../../record-page/FilesWithPreview.tsx';
import { pageOf } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';

/** Files of the data sets with the sample, and files of its collection that name it. */
export function SampleFiles({ sample }: { sample: Sample }) {
  const page = useAddressList(
    listSampleFiles,
    (query) => ({ params: { id: sample.collection.id, label: sample.label }, query }),
    { keepsRows: true },
  );
  return (
    <FilesWithPreview
      name="files-of-sample"
      openedBy="file"
      caption={`Files of data sets with ${sample.label}, and files that name it`}
      {...pageOf(page)}
      withLocation
      emptyHint="No file you can read belongs to this sample."
    />
  );
}
