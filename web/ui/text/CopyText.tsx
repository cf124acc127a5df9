import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconCopy, IconLink } from '@tabler/icons-react';
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

/** @param href of this portal, with or without origin */
export function copyLink(href: string): Promise<void> {
  return copyText(new URL(href, window.location.origin).href, 'Your link has been copied');
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

/** Copies the address of the page that is shown. */
export function CopyLinkButton({ size }: { size?: 'sm' }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      {...(size === undefined ? {} : { size })}
      aria-label="Copy link"
      title="Copy link"
      onClick={() => copyLink(window.location.href)}
    >
      <IconLink size={16} aria-hidden="true" />
    </ActionIcon>
  );
}
