import { Radio, Stack } from '@mantine/core';
import { createUpload } from '@omicon/contract/areas/files/files.ts';
import { nameVisibility, VISIBILITIES, type Visibility } from '@omicon/domain/permissions/permissions.ts';
import { useState } from 'react';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { ZipDropzone } from './ZipDropzone.tsx';

const HINTS: Record<Visibility, string> = {
  private: 'Visible to members of the laboratory and reviewers.',
  public: 'Anyone who signs in can see it, including guests.',
};

interface StartUploadProps {
  kind: 'collection' | 'analysis';
  onStart(uploadId: number, file: File): void;
}

/** Form for visibility and archive of a new upload. */
export function StartUpload({ kind, onStart }: StartUploadProps) {
  const [visibility, setVisibility] = useState<Visibility>('private');
  const creation = useChange(createUpload, { isHandled: true });

  function start(file: File): void {
    creation.mutate(
      {
        body: { file_name: file.name, size_bytes: file.size, kind, visibility },
        idempotencyKey: crypto.randomUUID(),
      },
      { onSuccess: ({ upload_id }) => onStart(upload_id, file) },
    );
  }

  return (
    <Stack maw={560}>
      <Radio.Group
        label="Visibility"
        value={visibility}
        onChange={(value) => setVisibility(value === 'public' ? 'public' : 'private')}
      >
        <Stack gap="sm" mt={6}>
          {VISIBILITIES.toReversed().map((value) => (
            <Radio key={value} value={value} label={nameVisibility(value)} description={HINTS[value]} />
          ))}
        </Stack>
      </Radio.Group>
      <ZipDropzone
        label={kind === 'collection' ? 'Archive of the data collection' : 'Archive of the analysis'}
        isBusy={creation.isPending}
        onFile={start}
      />
      {creation.isError && <ErrorPanel error={creation.error} />}
    </Stack>
  );
}
