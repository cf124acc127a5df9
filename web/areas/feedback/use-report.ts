import { useRef } from 'react';
import { useSession } from '../../base/sign-in/session.ts';
import { showToast } from '../../ui/feedback/toasts.ts';

/** Name and e-mail of the signed-in person, as initial values of a report. */
export function useReporter() {
  const me = useSession().session?.me;
  return { first_name: me?.first_name ?? '', last_name: me?.last_name ?? '', email: me?.email ?? '' };
}

/** Idempotency key: the same as long as the content is, so that a retry after a lost response is recorded once. */
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
 * Sends a report, shows the outcome and closes the form on success.
 * @returns function that takes the parts of the report, and a text that identifies its content
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
