import { Alert, Stack, Text } from '@mantine/core';
import { getDraft } from '@omicon/contract/areas/drafts.ts';
import { useState } from 'react';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { NotLoaded } from '../../../ui/feedback/NotLoaded.tsx';
import { FilesDropzone } from './FilesDropzone.tsx';
import { chooseAgain, joinFiles } from './upload-files.ts';

interface ResumeFilesProps {
  upload: { upload_id: number; file_name: string; parts: readonly { is_received: boolean }[] };
  onFile(file: File): void;
}

/** Asks for the files of an open upload again, which a browser forgets when the page is reloaded. */
export function ResumeFiles({ upload, onFile }: ResumeFilesProps) {
  const draft = useEndpoint(getDraft, { params: { id: upload.upload_id } });
  const [refusal, setRefusal] = useState<string | null>(null);
  if (draft.data === undefined) return <NotLoaded reply={draft} what="the names of the files" />;
  const { files } = draft.data;
  const received = upload.parts.filter((part) => part.is_received).length;

  function take(chosen: File[]): void {
    const again = chooseAgain(files, chosen);
    setRefusal(typeof again === 'string' ? again : null);
    if (typeof again !== 'string') onFile(joinFiles(again));
  }

  return (
    <Stack gap="md">
      <Text>
        {received} of {upload.parts.length} parts of {upload.file_name} have arrived. Choose the same files
        again to send the rest.
      </Text>
      {refusal !== null && (
        <Alert color="orange" variant="light" role="alert">
          {refusal}
        </Alert>
      )}
      <FilesDropzone label={`Choose ${upload.file_name} again`} onFiles={take} />
    </Stack>
  );
}
