import type { FileItem } from '@omicon/contract/records.ts';
import { lazy, Suspense, useState } from 'react';
import type { EntityWithLineage } from '../areas/lineage/calls.ts';
import { LineageDiagram } from '../areas/lineage/LineageDiagram.tsx';
import { Waiting } from '../ui/Waiting.tsx';

const PreviewWithComments = lazy(async () => ({
  default: (await import('./PreviewWithComments.tsx')).PreviewWithComments,
}));

/** The preview begins at the first page of a PDF. */
function Preview({ file, onClose }: { file: FileItem; onClose(): void }) {
  const [page, setPage] = useState(1);
  return (
    <PreviewWithComments
      file={file}
      place={{ page, onPage: setPage }}
      version={undefined}
      onClose={onClose}
    />
  );
}

/** The lineage of a record; a file of one of its nodes opens in place of the drawing. */
export function RecordLineage({ entity, id }: { entity: EntityWithLineage; id: number }) {
  const [previewed, setPreviewed] = useState<FileItem | null>(null);
  const cover = previewed && (
    <Suspense fallback={<Waiting what="the preview" />}>
      <Preview key={previewed.key} file={previewed} onClose={() => setPreviewed(null)} />
    </Suspense>
  );
  return <LineageDiagram entity={entity} id={id} onPreview={setPreviewed} cover={cover} />;
}
