import { Stack, Text } from '@mantine/core';
import { IMPORTS } from '@omicon/contract/addresses.ts';
import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { NAMED_SCREENS, type NamedScreen } from '@omicon/routes/named-screens.ts';
import { useState } from 'react';
import { z } from 'zod';
import { ArchiveContents } from '../../areas/uploads/ArchiveContents.tsx';
import { OpenUploads } from '../../areas/uploads/OpenUploads.tsx';
import { StartUpload } from '../../areas/uploads/StartUpload.tsx';
import { UploadInProgress } from '../../areas/uploads/UploadInProgress.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';

const shape = z.object({ upload: recordNumber.optional().catch(undefined) });

/** Upload of an archive, from its choice to the result of the import; the upload's number is in the address. */
function UploadScreen({ kind }: { kind: 'collection' | 'analysis' }) {
  const { query, setQuery } = useAddressQuery(shape);
  const [chosen, setChosen] = useState<File | null>(null);

  function open(uploadId: number | null, file: File | null): void {
    setChosen(file);
    setQuery({ upload: uploadId === null ? null : String(uploadId) });
  }

  if (query.upload !== undefined) {
    return (
      <UploadInProgress
        key={query.upload}
        id={query.upload}
        chosen={chosen}
        onNewFile={() => open(null, null)}
      />
    );
  }
  return (
    <Stack gap="xl">
      <StartUpload kind={kind} onStart={open} />
      <OpenUploads onContinue={(uploadId) => open(uploadId, null)} />
      <AddressLink href={IMPORTS}>Past imports and their reports</AddressLink>
    </Stack>
  );
}

interface AddRecordProps {
  kind: 'collection' | 'analysis';
  screen: NamedScreen;
  /** what is added, several of them */
  several: string;
  list: NamedScreen;
  /** the archive, in a sentence */
  archive: string;
}

function AddRecord({ kind, screen, several, list, archive }: AddRecordProps) {
  const { hasPermission } = useSession();
  return (
    <>
      <Trail steps={[list]} here={screen.title} />
      <PageTitle title={screen.title} />
      {hasPermission(screen.access) ? (
        <>
          <Text c="dimmed" maw="72ch" mb="lg">
            {archive} It is checked completely before anything is stored.
          </Text>
          <Stack gap="lg">
            <ArchiveContents kind={kind} />
            <UploadScreen kind={kind} />
          </Stack>
        </>
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
