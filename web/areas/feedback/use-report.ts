import { useRef } from 'react';
import { useSession } from '../../base/sign-in/session.ts';
import { showToast } from '../../ui/feedback/toasts.ts';

/** Names and address of whoever is signed in, for the fields of a report. */
export function useReporter() {
  const me = useSession().session?.me;
  return { first_name: me?.first_name ?? '', last_name: me?.last_name ?? '', email: me?.email ?? '' };
}

/** A key that stays while the same content is sent again, as after a failure on the way back. */
function useKeyOf(): (content: string) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    if (content !== last.current.content) last.current = { content, key: crypto.randomUUID() };
    return last.current.key;
  };
}

interface Sending<Parts> {
  mutate(report: Parts & { idempotencyKey: string }, then: { onSuccess(): void; onError(): void }): void;
}

/**
 * Sends a report, says what became of it and closes the form when it is recorded.
 * @returns takes the parts of the report, and the text that tells it from another one
 */
export function useSendReport<Parts extends object>(create: Sending<Parts>, onClose: () => void) {
  const keyOf = useKeyOf();
  return (parts: Parts, content: string) =>
    create.mutate(
      { ...parts, idempotencyKey: keyOf(content) },
      {
        onSuccess: () => {
          showToast({ type: 'success', title: 'Successful', message: 'Your response is recorded!' });
          onClose();
        },
        onError: () => showToast({ type: 'danger', title: 'Error', message: 'Something went wrong!' }),
      },
    );
}
