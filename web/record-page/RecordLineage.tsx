import { useEffect, useRef } from 'react';
import type { EntityWithLineage } from '../areas/lineage/calls.ts';
import { LineageDiagram } from '../areas/lineage/LineageDiagram.tsx';
import { Waiting } from '../ui/feedback/Waiting.tsx';
import { AbsentFile } from './AbsentFile.tsx';
import { PreviewWithComments } from './preview-parts.ts';
import { useOpenFile } from './use-open-file.ts';

/** The lineage of a record, or the preview of a node's file that is open in the address. */
export function RecordLineage({ entity, id }: { entity: EntityWithLineage; id: number }) {
  const { requested, file, failure, paging, close, closedHref, hrefOfKey } = useOpenFile('file', undefined);

  // The followed link is gone with the drawing, so the focus goes to the screen.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (requested === null && wasOpen.current && document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
    wasOpen.current = requested !== null;
  }, [requested]);

  const cover = requested !== null && (
    <>
      {file !== null && (
        <PreviewWithComments key={file.key} file={file} paging={paging} version={undefined} onClose={close} />
      )}
      {file === null && failure === null && <Waiting what="the file" lines={10} />}
      {failure !== null && (
        <AbsentFile name={null} failure={failure} way={{ title: 'Show the lineage', href: closedHref }} />
      )}
    </>
  );
  return <LineageDiagram entity={entity} id={id} fileHref={hrefOfKey} cover={cover || null} />;
}
