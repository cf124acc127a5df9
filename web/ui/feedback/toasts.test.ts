import { notificationsStore } from '@mantine/notifications';
import { beforeEach, describe, expect, test } from 'vitest';
import { hideToast, showToast } from './toasts.ts';

/** The notifications passed to Mantine. */
function listShown() {
  return notificationsStore.getState().notifications;
}

beforeEach(() =>
  notificationsStore.setState({ notifications: [], queue: [], defaultPosition: 'top-right', limit: 5 }),
);

describe('a message', () => {
  test('is informational and disappears after two and a half seconds by default', () => {
    showToast({ title: 'Copied to Clipboard', message: 'Your link has been copied' });
    showToast({ type: 'danger', title: 'Error', message: 'Something went wrong!', durationMs: 4500 });
    expect(listShown().map(({ autoClose, color, role }) => [autoClose, color, role])).toEqual([
      [2500, 'teal', 'status'],
      [4500, 'red', 'alert'],
    ]);
  });

  test('is 375 pixels wide plus one per letter, and never wider than the window', () => {
    showToast({ title: 'Download Initiated!', message: 'attributes.csv' });
    expect(listShown()[0]).toMatchObject({ w: 'min(389px, calc(100vw - 32px))' });
  });

  test('stays while the focus is on it', () => {
    const id = showToast({ title: 'Saved', message: 'Microglia' });
    const [shown] = listShown();
    const event = {} as React.FocusEvent<HTMLDivElement>;
    shown?.onFocusCapture?.(event);
    expect(listShown().find((each) => each.id === id)?.autoClose).toBe(false);
    shown?.onBlurCapture?.(event);
    expect(listShown().find((each) => each.id === id)?.autoClose).toBe(2500);
  });

  test('can be hidden without affecting others', () => {
    const first = showToast({ title: 'Saved', message: 'Microglia' });
    const second = showToast({ title: 'Saved', message: 'Astrocytes' });
    hideToast(first);
    expect(listShown().map(({ id }) => id)).toEqual([second]);
  });
});
