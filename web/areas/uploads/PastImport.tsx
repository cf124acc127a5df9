import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { useGetIntakeRun } from './calls.ts';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportResult } from './ImportResult.tsx';

/** One import by its number: progress, then report. */
export function PastImport({ id }: { id: number }) {
  const reply = useGetIntakeRun(id);
  if (reply.isError) return <ErrorPanel error={reply.error} onRetry={() => void reply.refetch()} />;
  if (reply.isPending) return <Waiting what="the report of the import" />;
  const { run, progress, report } = reply.data;
  return run.ended_at === null ? <ImportProgress progress={progress} /> : <ImportResult report={report} />;
}
