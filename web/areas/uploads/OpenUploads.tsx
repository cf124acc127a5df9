import { Anchor, List, Text } from '@mantine/core';
import { listUploads } from '@omicon/contract/areas/files/files.ts';
import { formatSize } from '@omicon/domain/files/file-kinds.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { isRunning, type Upload } from './calls.ts';

const STATES: Partial<Record<Upload['status'], string>> = {
  open: 'not all parts have arrived',
  mapping: 'waits for your choices',
};

/** The person's unfinished uploads, to resume. */
export function OpenUploads({ onContinue }: { onContinue(uploadId: number): void }) {
  const open =
    useEndpoint(listUploads, {}, { staleTime: 0 }).data?.results.filter(
      ({ status }) => status === 'mapping' || isRunning(status),
    ) ?? [];
  if (open.length === 0) return null;
  return (
    <section aria-label="Uploads that have not ended">
      <Text fw={500}>Uploads that have not ended</Text>
      <List size="sm">
        {open.map((upload) => (
          <List.Item key={upload.upload_id}>
            <Anchor component="button" type="button" size="sm" onClick={() => onContinue(upload.upload_id)}>
              {upload.file_name}
            </Anchor>{' '}
            ({formatSize(upload.size_bytes)}, {STATES[upload.status] ?? 'being imported'})
          </List.Item>
        ))}
      </List>
    </section>
  );
}
