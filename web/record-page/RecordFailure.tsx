import { ErrorPanel } from '../ui/feedback/ErrorPanel.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import { Trail } from '../ui/navigation/Trail.tsx';

interface RecordFailureProps {
  /** what the record would be, as people call it */
  kind: string;
  /** the list from which to go on */
  list: { title: string; href: string };
  error: unknown;
  onRetry(): void;
}

/** Stands in for the page of a record that could not be read. */
export function RecordFailure({ kind, list, error, onRetry }: RecordFailureProps) {
  return (
    <>
      <Trail steps={[list]} here={kind} />
      <PageTitle title={kind} />
      <ErrorPanel error={error} onRetry={onRetry} />
    </>
  );
}
