import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

type ToastType = 'info' | 'success' | 'warning' | 'danger';

interface Toast {
  title: string;
  message: string;
  type?: ToastType;
  durationMs?: number;
  /** a button or link beside the message */
  action?: ReactNode;
  id?: string;
}

const COLOURS: Record<ToastType, string> = {
  info: 'teal',
  success: 'green',
  warning: 'orange',
  danger: 'red',
};
const USUAL_MS = 2500;
const BASE_WIDTH = 375;

/** A message at the top right. Its width depends on its text, and it stays while it has the pointer or focus. */
export function showToast({
  title,
  message,
  type = 'info',
  durationMs = USUAL_MS,
  action,
  id,
}: Toast): string {
  const toastId = id ?? crypto.randomUUID();
  const content = {
    id: toastId,
    title,
    message: action === undefined ? message : [message, ' ', action],
    color: COLOURS[type],
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close message' },
    role: type === 'danger' || type === 'warning' ? 'alert' : 'status',
    w: `min(${BASE_WIDTH + message.length}px, calc(100vw - 32px))`,
    ml: 'auto',
  };
  notifications.show({
    ...content,
    autoClose: durationMs,
    onFocusCapture: () => notifications.update({ ...content, autoClose: false }),
    onBlurCapture: () => notifications.update({ ...content, autoClose: durationMs }),
  });
  return toastId;
}

export function hideToast(id: string): void {
  notifications.hide(id);
}
