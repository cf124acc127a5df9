import { ErrorPanel } from './ErrorPanel.tsx';
import { Waiting } from './Waiting.tsx';

interface NotLoadedProps {
  reply: { isError: boolean; error: unknown; refetch(): unknown };
  what: string;
  lines?: number;
}

/** In place of what a call reads, until it has: the wait, or the failure with Retry. */
export function NotLoaded({ reply, ...waiting }: NotLoadedProps) {
  if (reply.isError) return <ErrorPanel error={reply.error} onRetry={() => void reply.refetch()} />;
  return <Waiting {...waiting} />;
}
