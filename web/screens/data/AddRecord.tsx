import { Button, Group, Stack, Text } from '@mantine/core';
import { IMPORTS } from '@omicon/contract/addresses.ts';
import { deleteUpload, getUpload, listUploads } from '@omicon/contract/areas/files/files.ts';
import { downloadTemplate } from '@omicon/contract/areas/template.ts';
import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { NAMED_SCREENS, type NamedScreen } from '@omicon/routes/named-screens.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { z } from 'zod';
import { useDownload } from '../../actions/download/use-download.ts';
import { AboutFiles } from '../../areas/drafts/files/AboutFiles.tsx';
import { ResumeFiles } from '../../areas/drafts/files/ResumeFiles.tsx';
import { StartDraft } from '../../areas/drafts/files/StartDraft.tsx';
import { OpenDraft } from '../../areas/drafts/OpenDraft.tsx';
import { ArchiveContents } from '../../areas/uploads/ArchiveContents.tsx';
import type { Upload } from '../../areas/uploads/calls.ts';
import { OpenUploads } from '../../areas/uploads/OpenUploads.tsx';
import { SendProgress } from '../../areas/uploads/SendProgress.tsx';
import { StartUpload } from '../../areas/uploads/StartUpload.tsx';
import { UploadInProgress } from '../../areas/uploads/UploadInProgress.tsx';
import { useSendUpload } from '../../areas/uploads/use-send-upload.ts';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { UnreadableFileError } from '../../base/calls/call-error.ts';
import { useChange, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';

const shape = z.object({ upload: recordNumber.optional().catch(undefined) });

interface SendFilesProps {
  upload: Upload;
  /** the files as one, if they were chosen on this page; lost by a reload */
  chosen: File | null;
  onComplete(): void;
  onNewFile(): void;
}

/** Sends the files of a draft, or asks for them again after a reload. */
function SendFiles({ upload, chosen, onComplete, onNewFile }: SendFilesProps) {
  const { state, send, pause } = useSendUpload(upload.upload_id, onComplete);
  const deletion = useChange(deleteUpload, { refreshes: [listUploads], refreshesAfterFailure: true });

  // biome-ignore lint/correctness/useExhaustiveDependencies: files chosen on this page are sent once, on mount
  useEffect(() => {
    if (chosen !== null) send(chosen);
  }, [chosen]);

  function cancel(): void {
    pause();
    deletion.mutate({ params: { id: upload.upload_id } }, { onSettled: onNewFile });
  }

  // It is sent with the next drawing.
  if (state === null && chosen !== null) return null;
  const isUnreadable = state !== null && state.error instanceof UnreadableFileError;
  if (state !== null && !isUnreadable)
    return <SendProgress state={state} onPause={pause} onResume={() => send(state.file)} onCancel={cancel} />;
  return (
    <Stack maw={720}>
      {isUnreadable && <ErrorPanel error={state.error} />}
      <ResumeFiles upload={upload} onFile={send} />
      <Group>
        <Button variant="subtle" color="red" loading={deletion.isPending} onClick={cancel}>
          Cancel upload
        </Button>
      </Group>
    </Stack>
  );
}

interface OpenedUploadProps {
  id: number;
  /** the file, if it was chosen on this page */
  chosen: File | null;
  /** above the progress of an archive */
  aboutArchives: ReactNode;
  onNewFile(): void;
}

/** One upload, of an archive or of files of any form, to the result of its import. */
function OpenedUpload({ id, chosen, aboutArchives, onNewFile }: OpenedUploadProps) {
  const reply = useEndpoint(getUpload, { params: { id } }, { staleTime: 0 });
  const upload = reply.data;
  if (upload === undefined) return <NotLoaded reply={reply} what="the upload" />;
  const inProgress = <UploadInProgress id={id} chosen={chosen} onNewFile={onNewFile} />;
  if (upload.kind !== 'data')
    return (
      <Stack gap="lg">
        {aboutArchives}
        {inProgress}
      </Stack>
    );
  if (upload.status !== 'open')
    return (
      <OpenDraft id={id} onNewFiles={onNewFile}>
        {inProgress}
      </OpenDraft>
    );
  const onComplete = () => void reply.refetch();
  return <SendFiles {...{ upload, chosen, onComplete, onNewFile }} />;
}

/** A model for people who put an archive together themselves. */
function TemplateButton() {
  const { download } = useDownload('COLLECTION_CREATE');
  return (
    <Group>
      <SecondaryButton onClick={() => download(downloadTemplate.path, 'the template')}>
        Download a template (a small collection with a README)
      </SecondaryButton>
    </Group>
  );
}

interface UploadScreenProps {
  kind: 'collection' | 'analysis';
  /** the archive, in a sentence */
  archive: string;
}

/** An upload, from the choice of its files to the result of the import; its number is in the address. */
function UploadScreen({ kind, archive }: UploadScreenProps) {
  const { query, setQuery } = useAddressQuery(shape);
  const [chosen, setChosen] = useState<File | null>(null);

  function open(uploadId: number | null, file: File | null): void {
    setChosen(file);
    setQuery({ upload: uploadId === null ? null : String(uploadId) });
  }

  const aboutArchives = (
    <div>
      <Text c="dimmed" maw="72ch" mb="lg">
        {archive} It is checked completely before anything is stored.
      </Text>
      <ArchiveContents kind={kind} />
    </div>
  );
  if (query.upload !== undefined) {
    const onNewFile = () => open(null, null);
    return <OpenedUpload key={query.upload} id={query.upload} {...{ chosen, aboutArchives, onNewFile }} />;
  }
  return (
    <Stack gap="xl">
      <Stack gap="lg">
        {aboutArchives}
        {kind === 'collection' ? (
          <>
            <AboutFiles />
            <StartDraft onStart={open} />
          </>
        ) : (
          <StartUpload onStart={open} />
        )}
        <TemplateButton />
      </Stack>
      <OpenUploads onContinue={(uploadId) => open(uploadId, null)} />
      <AddressLink href={IMPORTS}>Past imports and their reports</AddressLink>
    </Stack>
  );
}

interface AddRecordProps extends UploadScreenProps {
  screen: NamedScreen;
  /** what is added, several of them */
  several: string;
  list: NamedScreen;
}

function AddRecord({ kind, screen, several, list, archive }: AddRecordProps) {
  const { hasPermission } = useSession();
  return (
    <>
      <Trail steps={[list]} here={screen.title} />
      <PageTitle title={screen.title} />
      {hasPermission(screen.access) ? (
        <UploadScreen kind={kind} archive={archive} />
      ) : (
        <EmptyState title={`Only members of the laboratory can add ${several}`}>
          Your role can only read them.
        </EmptyState>
      )}
    </>
  );
}

/** `/home/add-new-collection` */
export const AddCollection = () => (
  <AddRecord
    kind="collection"
    screen={NAMED_SCREENS.addCollection}
    several="data collections"
    list={NAMED_SCREENS.dataCollections}
    archive="A zip archive of the folder as the laboratory’s pipeline writes it."
  />
);

/** `/home/add-new-analysis` */
export const AddAnalysis = () => (
  <AddRecord
    kind="analysis"
    screen={NAMED_SCREENS.addAnalysis}
    several="analyses"
    list={NAMED_SCREENS.analyses}
    archive="A zip archive of the folder that FindModules and the enrichment analysis wrote."
  />
);
