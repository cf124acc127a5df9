import { Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileZip } from '@tabler/icons-react';
import { showToast } from '../../ui/feedback/toasts.ts';

const MAX_BYTES = 20 * 1024 ** 3;
const ZIP = { 'application/zip': ['.zip'], 'application/x-zip-compressed': ['.zip'] };

interface ZipDropzoneProps {
  label: string;
  isBusy?: boolean;
  onFile(file: File): void;
}

/** Drop area for one zip archive, which can also be chosen with a click or Enter. */
export function ZipDropzone({ label, isBusy = false, onFile }: ZipDropzoneProps) {
  return (
    <Dropzone
      accept={ZIP}
      maxFiles={1}
      multiple={false}
      maxSize={MAX_BYTES}
      loading={isBusy}
      aria-label={label}
      p="xl"
      onDrop={(files) => {
        const file = files[0];
        if (file !== undefined) onFile(file);
      }}
      onReject={() =>
        showToast({
          type: 'warning',
          title: 'Not taken',
          message: 'Choose one zip archive of at most 20 GiB. The page says what it contains.',
        })
      }
    >
      <div style={{ textAlign: 'center', pointerEvents: 'none' }}>
        <IconFileZip size={32} stroke={1.4} aria-hidden="true" />
        <Text fw={500}>{label}</Text>
        <Text size="sm" c="dimmed">
          One zip archive, at most 20 GiB. Drop it here or click to choose it.
        </Text>
      </div>
    </Dropzone>
  );
}
