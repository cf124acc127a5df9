import { listSampleFiles, type Sample } from '@omicon/contract/areas/samples.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { FilesWithPreview } from '../../record-page/FilesWithPreview.tsx';
import { failureOf } from '../../ui/grid/failure-of.ts';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';

/** Files of the data sets with the sample, and files of its collection that name it. */
export function SampleFiles({ sample }: { sample: Sample }) {
  const { query, pagingOf } = useAddressGrid(listSampleFiles.query);
  const list = useEndpoint(
    listSampleFiles,
    { params: { id: sample.collection.id, label: sample.label }, query },
    { placeholderData: (before) => before },
  );
  return (
    <FilesWithPreview
      name="files-of-sample"
      openedBy="file"
      caption={`Files of data sets with ${sample.label}, and files that name it`}
      rows={list.data?.results}
      server={pagingOf(list.data?.total)}
      failure={failureOf(list)}
      withLocation
      emptyHint="No file you can read belongs to this sample."
    />
  );
}
