import { useMemo } from 'react';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../../ui/feedback/Waiting.tsx';
import { useFileBytes } from './calls.ts';
import { decodeText } from './decode-text.ts';
import classes from './preview.module.css';

/** A text file or R script, as text. */
export function TextPreview({ fileKey, name }: { fileKey: string; name: string }) {
  const file = useFileBytes(fileKey);
  const text = useMemo(() => (file.data === undefined ? null : decodeText(file.data)), [file.data]);
  if (file.isError) return <ErrorPanel error={file.error} onRetry={() => void file.refetch()} />;
  if (text === null) return <Waiting what="the file" lines={10} />;
  if (text === '') return <EmptyState title="This file is empty" />;
  return (
    <section
      className={classes.text}
      aria-label={`Text of ${name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by keyboard
      tabIndex={0}
    >
      <pre>{text}</pre>
    </section>
  );
}
