import { useRef } from 'react';
import { useSession } from '../../base/session.ts';
import { showToast } from '../../ui/toasts.ts';

/** Names and address of whoever is signed in, for the fields of a report. */
export function useReporter() {
  const me = useSession().session?.me;
  return { first_name: me?.first_name ?? '', last_name: me?.last_name ?? '', email: me?.email ?? '' };
}

/** A key that stays while the same content is sent again, as after a failure on the way back. */
export function useKeyOf(): (content: string) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    if (content !== last.current.content) last.current = { content, key: crypto.randomUUID() };
    return last.current.key;
  };
}

export function sayRecorded(): void {
  showToast({ type: 'success', title: 'Successful', message: 'Your response is recorded!' });
}

export function sayNotRecorded(): void {
  showToast({ type: 'danger', title: 'Error', message: 'Something went wrong!' });
}
