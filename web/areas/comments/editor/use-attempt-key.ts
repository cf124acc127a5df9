import { useRef } from 'react';

/** The idempotency key of what is sent: the same for the same content, until `forget` says that it has come through. */
export function useAttemptKey() {
  const last = useRef<{ content: string; key: string } | null>(null);
  return {
    keyOf(said: unknown): string {
      const content = JSON.stringify(said);
      if (last.current?.content !== content) last.current = { content, key: crypto.randomUUID() };
      return last.current.key;
    },
    forget(): void {
      last.current = null;
    },
  };
}
