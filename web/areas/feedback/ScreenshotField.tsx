import { ActionIcon, Input, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { MAX_SCREENSHOT, MAX_SCREENSHOTS, SCREENSHOT_TYPES } from '@omicon/contract/areas/feedback.ts';
import { formatSize } from '@omicon/domain/files/file-kinds.ts';
import { IconPhoto, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './feedback.module.css';
import { useObjectUrl } from './use-object-url.ts';

const NOT_TAKEN = `Only PNG, JPEG and WebP pictures of at most ${formatSize(MAX_SCREENSHOT)} are taken, ${MAX_SCREENSHOTS} in all.`;

function Chosen({ file, onRemove }: { file: File; onRemove(): void }) {
  const url = useObjectUrl(file);
  return (
    <li className={classes.chosen}>
      {url !== null && <img src={url} alt="" className={classes.thumbnail} />}
      <Text size="sm" className={classes.fileName ?? ''} title={file.name}>
        {file.name}
      </Text>
      <Text size="xs" c="dimmed">
        {formatSize(file.size)}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={`Remove ${file.name}`}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}

interface ScreenshotFieldProps {
  files: readonly File[];
  onChange(files: readonly File[]): void;
}

/** Adds screenshots by drop, paste or file picker; shows them as thumbnails that can be removed. */
export function ScreenshotField({ files, onChange }: ScreenshotFieldProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const labelId = useId();

  function add(more: readonly File[]): void {
    const kept = [...files, ...more].slice(0, MAX_SCREENSHOTS);
    setRefusal(kept.length < files.length + more.length ? NOT_TAKEN : null);
    onChange(kept);
  }

  return (
    <Input.Wrapper
      label="Screenshots (optional)"
      labelProps={{ id: labelId }}
      labelElement="div"
      error={refusal}
      errorProps={{ role: 'alert' }}
    >
      <Dropzone
        accept={[...SCREENSHOT_TYPES]}
        maxSize={MAX_SCREENSHOT}
        disabled={files.length >= MAX_SCREENSHOTS}
        data-disabled={files.length >= MAX_SCREENSHOTS || undefined}
        aria-labelledby={labelId}
        p="md"
        onDrop={add}
        onReject={() => setRefusal(NOT_TAKEN)}
      >
        <div className={classes.drop}>
          <IconPhoto size={22} stroke={1.4} aria-hidden="true" />
          <Text size="sm" c="dimmed">
            Drop pictures here or click to choose them: up to {MAX_SCREENSHOTS}, PNG, JPEG or WebP,{' '}
            {formatSize(MAX_SCREENSHOT)} each.
          </Text>
        </div>
      </Dropzone>
      {files.length > 0 && (
        <ul className={classes.files} aria-label="Chosen screenshots">
          {files.map((file, index) => (
            <Chosen
              // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may be chosen twice
              key={`${index} ${file.name}`}
              file={file}
              onRemove={() => onChange(files.toSpliced(index, 1))}
            />
          ))}
        </ul>
      )}
    </Input.Wrapper>
  );
}
