import { useRef } from 'react';

/** Idempotency key of a form: the same for the same content until `forget` is called after success. */
export function useAttemptKey() {
  const last = useRef<{ content: string; key: string } | null>(null);
  return {
    keyOf(payload: unknown): string {
      const content = JSON.stringify(payload);
      if (last.current?.content !== content) last.current = { content, key: crypto.randomUUID() };
      return last.current.key;
    },
    forget(): void {
      last.current = null;
    },
  };
}
