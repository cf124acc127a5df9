import { useMemo } from 'react';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../../ui/feedback/NotLoaded.tsx';
import { useFileBytes } from './calls.ts';
import { decodeText } from './decode-text.ts';
import classes from './preview.module.css';

/** A text file or R script, as text. */
export function TextPreview({ fileKey, name }: { fileKey: string; name: string }) {
  const file = useFileBytes(fileKey);
  const text = useMemo(() => (file.data === undefined ? null : decodeText(file.data)), [file.data]);
  if (text === null || file.isError) return <NotLoaded reply={file} what="the file" lines={10} />;
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
