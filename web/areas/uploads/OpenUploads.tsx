import { Anchor, List, Text } from '@mantine/core';
import { listUploads } from '@omicon/contract/areas/files/files.ts';
import { formatSize } from '@omicon/domain/files/file-kinds.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { isRunning } from './calls.ts';

/** The person's unfinished uploads, to resume. */
export function OpenUploads({ onContinue }: { onContinue(uploadId: number): void }) {
  const open =
    useEndpoint(listUploads, {}, { staleTime: 0 }).data?.results.filter(({ status }) => isRunning(status)) ??
    [];
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
            ({formatSize(upload.size_bytes)},{' '}
            {upload.status === 'open' ? 'not all parts have arrived' : 'being imported'})
          </List.Item>
        ))}
      </List>
    </section>
  );
}
