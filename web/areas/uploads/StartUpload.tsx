import { Stack } from '@mantine/core';
import { createUpload } from '@omicon/contract/areas/files/files.ts';
import type { Visibility } from '@omicon/domain/permissions/permissions.ts';
import { useState } from 'react';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { VisibilityChoice } from '../../ui/form/VisibilityChoice.tsx';
import { ZipDropzone } from './ZipDropzone.tsx';

/** Form for visibility and archive of a new analysis. */
export function StartUpload({ onStart }: { onStart(uploadId: number, file: File): void }) {
  const [visibility, setVisibility] = useState<Visibility>('private');
  const creation = useChange(createUpload, { isHandled: true });

  function start(file: File): void {
    creation.mutate(
      {
        body: { file_name: file.name, size_bytes: file.size, kind: 'analysis', visibility },
        idempotencyKey: crypto.randomUUID(),
      },
      { onSuccess: ({ upload_id }) => onStart(upload_id, file) },
    );
  }

  return (
    <Stack maw={560}>
      <VisibilityChoice value={visibility} onChange={setVisibility} />
      <ZipDropzone label="Archive of the analysis" isBusy={creation.isPending} onFile={start} />
      {creation.isError && <ErrorPanel error={creation.error} />}
    </Stack>
  );
}
