import { ErrorPanel } from '../ui/feedback/ErrorPanel.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import { Trail } from '../ui/navigation/Trail.tsx';

interface RecordFailureProps {
  /** kind of the record, for people */
  kind: string;
  /** list of such records, to continue from */
  list: { title: string; href: string };
  error: unknown;
  onRetry(): void;
}

/** Shown in place of a record that could not be read. */
export function RecordFailure({ kind, list, error, onRetry }: RecordFailureProps) {
  return (
    <>
      <Trail steps={[list]} here={kind} />
      <PageTitle title={kind} />
      <ErrorPanel error={error} onRetry={onRetry} />
    </>
  );
}
