import { UnstyledButton } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { showToast } from '../feedback/toasts.ts';
import classes from './copy-text.module.css';

/** Copies a text to the clipboard and shows a toast. */
export async function copyText(text: string, confirmation: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: 'Copied to Clipboard', message: confirmation });
  } catch {
    showToast({
      type: 'warning',
      title: 'Not copied',
      message: `The browser did not allow copying. The text is ${text}`,
    });
  }
}

/** An identifier that a click copies. */
export function CopyText({
  text,
  label,
  confirmation,
}: {
  text: string;
  label: string;
  confirmation: string;
}) {
  return (
    <UnstyledButton
      className={classes.copy}
      aria-label={`${label} ${text}`}
      title={label}
      onClick={() => copyText(text, confirmation)}
    >
      <span className="identifier">{text}</span>
      <IconCopy size={14} aria-hidden="true" />
    </UnstyledButton>
  );
}
