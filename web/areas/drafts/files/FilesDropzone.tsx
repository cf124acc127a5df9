import { Alert, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFiles } from '@tabler/icons-react';
import { useState } from 'react';
import classes from '../drafts.module.css';
import { MAX_FILES, refuseFiles } from './upload-files.ts';

interface FilesDropzoneProps {
  label: string;
  isBusy?: boolean;
  onFiles(files: File[]): void;
}

/** Drop area for files and folders; files can also be chosen with a click or Enter. */
export function FilesDropzone({ label, isBusy = false, onFiles }: FilesDropzoneProps) {
  const [refusal, setRefusal] = useState<string | null>(null);

  function take(files: File[]): void {
    if (files.length === 0) return;
    const sentence = refuseFiles(files);
    setRefusal(sentence);
    if (sentence === null) onFiles(files);
  }

  return (
    <Stack gap="sm">
      <Dropzone loading={isBusy} aria-label={label} p="xl" onDrop={take}>
        <div className={classes.drop}>
          <IconFiles size={32} stroke={1.4} aria-hidden="true" />
          <Text fw={500}>{label}</Text>
          <Text size="sm" c="dimmed">
            One zip archive, or the files of a data set in any form, at most {MAX_FILES} files and 20 GiB.
            Drop them here or click to choose them.
          </Text>
        </div>
      </Dropzone>
      {refusal !== null && (
        <Alert color="orange" variant="light" role="alert">
          {refusal}
        </Alert>
      )}
    </Stack>
  );
}
