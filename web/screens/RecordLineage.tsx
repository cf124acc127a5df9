import type { FileItem } from '@omicon/contract/records.ts';
import { lazy, Suspense, useState } from 'react';
import type { EntityWithLineage } from '../areas/lineage/calls.ts';
import { LineageDiagram } from '../areas/lineage/LineageDiagram.tsx';
import { Waiting } from '../ui/Waiting.tsx';

const FilePreview = lazy(async () => ({
  default: (await import('../areas/files/preview/FilePreview.tsx')).FilePreview,
}));

/** The lineage of a record; a file of one of its nodes opens in place of the drawing. */
export function RecordLineage({ entity, id }: { entity: EntityWithLineage; id: number }) {
  const [previewed, setPreviewed] = useState<FileItem | null>(null);
  const cover = previewed && (
    <Suspense fallback={<Waiting what="the preview" />}>
      <FilePreview file={previewed} onClose={() => setPreviewed(null)} />
    </Suspense>
  );
  return <LineageDiagram entity={entity} id={id} onPreview={setPreviewed} cover={cover} />;
}
