import type { ComponentProps } from 'react';
import { NotLoaded } from '../ui/feedback/NotLoaded.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import { Trail } from '../ui/navigation/Trail.tsx';

interface RecordNotLoadedProps {
  /** kind of the record, for people */
  kind: string;
  /** list of such records, to continue from */
  list: { title: string; href: string };
  reply: ComponentProps<typeof NotLoaded>['reply'];
}

/** In place of a record until it has been read: the wait, or the failure with the way back to the list. */
export function RecordNotLoaded({ kind, list, reply }: RecordNotLoadedProps) {
  return (
    <>
      {reply.isError && (
        <>
          <Trail steps={[list]} here={kind} />
          <PageTitle title={kind} />
        </>
      )}
      <NotLoaded reply={reply} what={`the ${kind.toLowerCase()}`} />
    </>
  );
}
