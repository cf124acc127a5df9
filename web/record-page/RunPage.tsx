import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import { Trail } from '../ui/navigation/Trail.tsx';
import { RecordNotLoaded } from './RecordNotLoaded.tsx';

interface Link {
  title: string;
  href: string;
}

interface RunPageProps<Run> {
  reply: UseQueryResult<Run>;
  /** of run, for people */
  kind: string;
  /** list of the records that such runs are started for */
  list: Link;
  /** the record that this one was started for, and what the run is called */
  placeOf(run: Run): { record: Link; here: string; title: string };
  /** parameters, state and result */
  children(run: Run): ReactNode;
}

/** The page of a run in the background. */
export function RunPage<Run>({ reply, kind, list, placeOf, children }: RunPageProps<Run>) {
  if (!reply.isSuccess) return <RecordNotLoaded kind={kind} list={list} reply={reply} />;
  const { record, here, title } = placeOf(reply.data);
  return (
    <>
      <Trail steps={[list, record]} here={here} />
      <PageTitle title={title} />
      {children(reply.data)}
    </>
  );
}
