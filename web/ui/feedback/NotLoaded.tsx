import { CallError } from '../../base/calls/call-error.ts';
import { EmptyState } from './EmptyState.tsx';
import { ErrorPanel } from './ErrorPanel.tsx';
import { Waiting } from './Waiting.tsx';

interface NotLoadedProps {
  reply: { isError: boolean; error: unknown; refetch(): unknown };
  what: string;
  lines?: number;
  /** title where the server says why there is nothing to show, which is no failure */
  refusal?: string;
  /** the status codes by which it says so */
  refusedWith?: readonly number[];
}

/** In place of what a call reads, until it has: the wait, or the failure with Retry. */
export function NotLoaded({ reply, refusal, refusedWith = [400], ...waiting }: NotLoadedProps) {
  const { isError, error } = reply;
  if (!isError) return <Waiting {...waiting} />;
  if (refusal !== undefined && error instanceof CallError && refusedWith.includes(error.status))
    return <EmptyState title={refusal}>{error.message}</EmptyState>;
  return <ErrorPanel error={error} onRetry={() => void reply.refetch()} />;
}
