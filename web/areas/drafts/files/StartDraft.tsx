import { Stack } from '@mantine/core';
import { createUpload } from '@omicon/contract/areas/files/files.ts';
import type { Visibility } from '@omicon/domain/permissions/permissions.ts';
import { useState } from 'react';
import { useChange } from '../../../base/calls/use-endpoint.ts';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { VisibilityChoice } from '../../../ui/form/VisibilityChoice.tsx';
import { isArchiveOfLaboratory } from './archive-names.ts';
import { FilesDropzone } from './FilesDropzone.tsx';
import { choose, joinFiles } from './upload-files.ts';

/** Takes an archive of the laboratory’s folder, or files of any form, and begins their upload. */
export function StartDraft({ onStart }: { onStart(uploadId: number, file: File): void }) {
  const [visibility, setVisibility] = useState<Visibility>('private');
  const creation = useChange(createUpload, { isHandled: true });

  async function start(files: File[]): Promise<void> {
    const chosen = choose(files);
    const [first] = files;
    const isArchive = files.length === 1 && first !== undefined && (await isArchiveOfLaboratory(first));
    const together = isArchive ? first : joinFiles(chosen);
    const body = { visibility, file_name: together.name, size_bytes: together.size };
    const ofData = chosen.map(({ path, file }) => ({ name: path, size_bytes: file.size }));
    creation.mutate(
      {
        body: isArchive ? { ...body, kind: 'collection' } : { ...body, kind: 'data', files: ofData },
        idempotencyKey: crypto.randomUUID(),
      },
      { onSuccess: ({ upload_id }) => onStart(upload_id, together) },
    );
  }

  return (
    <Stack maw={560}>
      <VisibilityChoice value={visibility} onChange={setVisibility} />
      <FilesDropzone
        label="Archive of the data collection"
        isBusy={creation.isPending}
        onFiles={(files) => void start(files)}
      />
      {creation.isError && <ErrorPanel error={creation.error} />}
    </Stack>
  );
}
