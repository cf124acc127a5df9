import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { useGetIntakeRun } from './calls.ts';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportResult } from './ImportResult.tsx';

/** One import by its number: progress, then report. */
export function PastImport({ id }: { id: number }) {
  const reply = useGetIntakeRun(id);
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the report of the import" />;
  const { run, progress, report } = reply.data;
  return run.ended_at === null ? <ImportProgress progress={progress} /> : <ImportResult report={report} />;
}
