import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { listAnalyses } from '@omicon/contract/areas/analyses/analyses.ts';
import { listDataCollections, listDataSets } from '@omicon/contract/areas/collections.ts';
import { deleteUpload, getUpload, listFiles, listUploads } from '@omicon/contract/areas/files/files.ts';
import { searchEverything } from '@omicon/contract/areas/search.ts';
import { formatSize } from '@omicon/domain/files/file-kinds.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { UnreadableFileError } from '../../base/calls/call-error.ts';
import { refreshCalls, useChange, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { isRunning, type Upload, useGetUploadReport } from './calls.ts';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportResult } from './ImportResult.tsx';
import { RefusedUpload } from './RefusedUpload.tsx';
import { SendProgress } from './SendProgress.tsx';
import { useSendUpload } from './use-send-upload.ts';
import { ZipDropzone } from './ZipDropzone.tsx';

const CHANGED_BY_IMPORT = [listDataCollections, listDataSets, listAnalyses, listFiles, searchEverything];

interface ImportProps {
  id: number;
  /** whether this page sent the file; else it may have ended long ago */
  isSentHere: boolean;
  onNewFile(): void;
}

/** The import after a complete upload, up to its result. */
function Import({ id, isSentHere, onNewFile }: ImportProps) {
  const queryClient = useQueryClient();
  const reply = useGetUploadReport(id);
  const status = reply.data?.status;
  const [isWatched, setWatched] = useState(isSentHere);
  if (!isWatched && status !== undefined && isRunning(status)) setWatched(true);

  useEffect(() => {
    if (status !== 'stored') return;
    void refreshCalls(queryClient, CHANGED_BY_IMPORT);
  }, [status, queryClient]);

  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the report of the import" />;
  if (isRunning(reply.data.status)) return <ImportProgress progress={reply.data.progress} />;
  if (reply.data.status !== 'stored')
    return <RefusedUpload report={reply.data} isNews={isWatched} onNewFile={onNewFile} />;
  return (
    <Stack gap="lg">
      <ImportResult report={reply.data} />
      <Group>
        <Button variant="default" onClick={onNewFile}>
          Upload another archive
        </Button>
      </Group>
    </Stack>
  );
}

interface SendingProps {
  upload: Upload;
  /** the file, if it was chosen on this page; lost by a reload */
  chosen: File | null;
  onComplete(): void;
  onNewFile(): void;
}

/** An open upload: sends its file, or asks for it again after a reload. */
function Sending({ upload, chosen, onComplete, onNewFile }: SendingProps) {
  const { state, send, pause } = useSendUpload(upload.upload_id, onComplete);
  const deletion = useChange(deleteUpload, { refreshes: [listUploads], refreshesAfterFailure: true });
  const [isOtherFile, setOtherFile] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a file chosen on this page is sent once, on mount
  useEffect(() => {
    if (chosen !== null) send(chosen);
  }, [chosen]);

  function cancel(): void {
    pause();
    deletion.mutate({ params: { id: upload.upload_id } }, { onSettled: onNewFile });
  }

  function resumeWith(file: File): void {
    const isSame = file.name === upload.file_name && file.size === upload.size_bytes;
    setOtherFile(!isSame);
    if (isSame) send(file);
  }

  const mustChoose = state !== null && state.error instanceof UnreadableFileError;
  if (state !== null && !mustChoose) {
    return <SendProgress state={state} onPause={pause} onResume={() => send(state.file)} onCancel={cancel} />;
  }
  const received = upload.parts.filter((part) => part.is_received).length;
  return (
    <Stack maw={560}>
      {mustChoose ? (
        <ErrorPanel error={state.error} />
      ) : (
        <Text>
          {received} of {upload.parts.length} parts of {upload.file_name} ({formatSize(upload.size_bytes)})
          have arrived. Choose the same file again to send the rest.
        </Text>
      )}
      {isOtherFile && (
        <Alert color="orange" variant="light" role="alert">
          This is another file: its name or size differs.
        </Alert>
      )}
      <ZipDropzone label={`Choose ${upload.file_name} again`} onFile={resumeWith} />
      <Group>
        <Button variant="subtle" color="red" loading={deletion.isPending} onClick={cancel}>
          Cancel upload
        </Button>
      </Group>
    </Stack>
  );
}

/** One upload, from its first part to the result of its import. */
export function UploadInProgress({
  id,
  chosen,
  onNewFile,
}: {
  id: number;
  chosen: File | null;
  onNewFile(): void;
}) {
  const reply = useEndpoint(getUpload, { params: { id } }, { staleTime: 0 });
  const [isSentHere, setSentHere] = useState(false);
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the upload" />;
  if (reply.data.status !== 'open') return <Import id={id} isSentHere={isSentHere} onNewFile={onNewFile} />;
  return (
    <Sending
      upload={reply.data}
      chosen={chosen}
      onComplete={() => {
        setSentHere(true);
        void reply.refetch();
      }}
      onNewFile={onNewFile}
    />
  );
}
