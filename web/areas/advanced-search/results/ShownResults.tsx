import type { SearchResults } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import type { ComponentProps } from 'react';
import { Waiting } from '../../../ui/feedback/Waiting.tsx';
import { type Draft, orderedQuery } from '../query-address.ts';
import { titleOfType } from '../rules/words.ts';
import { ConsensusOfResults } from './ConsensusOfResults.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { ResultGrid } from './ResultGrid.tsx';
import { CountView, EmptiedBy } from './ResultParts.tsx';

interface ShownResultsProps
  extends Pick<ComponentProps<typeof ResultGrid>, 'failure' | 'view' | 'onView'>,
    Pick<ComponentProps<typeof ConsensusOfResults>, 'read'> {
  /** null while it is not known, or if it can no longer be read */
  draft: Draft | null;
  /** undefined while loading */
  results: SearchResults | undefined;
}

/** Results as a count or as rows, with what can be done with all of them. */
export function ShownResults({ draft, results, failure, view, read, onView }: ShownResultsProps) {
  if (draft?.show === 'count' && failure === null)
    return results === undefined ? (
      <Waiting what="the number of results" lines={3} />
    ) : (
      <CountView results={results} draft={draft} />
    );
  return (
    <ResultGrid
      name={`search-${draft?.result_type ?? 'background'}`}
      caption={draft === null ? 'Results' : titleOfType(draft.result_type)}
      results={results}
      failure={failure}
      view={view}
      emptyHint={results && draft && <EmptiedBy results={results} draft={draft} />}
      toolbar={
        <>
          {(results?.result_count ?? 0) > 0 && <ConsensusOfResults columns={results?.columns} read={read} />}
          {draft && <ExportMenu body={orderedQuery(draft, view)} />}
        </>
      }
      onView={onView}
    />
  );
}
