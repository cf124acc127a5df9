import { Button } from '@mantine/core';
import { consensusAddress } from '@omicon/contract/addresses.ts';
import type { SearchResults } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { MAX_CONSENSUS_MODULES } from '@omicon/domain/statistics/correlates/fidelity.ts';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { Waiting } from '../../../ui/feedback/Waiting.tsx';
import { type Draft, orderedQuery } from '../query-address.ts';
import { titleOfType } from '../rules/words.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { MODULE_COLUMN, readFirstModules } from './first-modules.ts';
import { ResultGrid } from './ResultGrid.tsx';
import { CountView, EmptiedBy } from './ResultParts.tsx';

interface ConsensusOfResultsProps {
  columns: readonly string[] | undefined;
  /** pages in the order of the result */
  read: Parameters<typeof readFirstModules>[0];
}

/** Opens the consensus of the modules of a result, where its rows are modules. */
function ConsensusOfResults({ columns, read }: ConsensusOfResultsProps) {
  const router = useRouter();
  const open = useMutation({
    mutationFn: () => readFirstModules(read),
    onSuccess: ({ modules, isCut }) => {
      if (isCut)
        showToast({
          type: 'warning',
          title: 'The first modules',
          message: `A consensus takes ${MAX_CONSENSUS_MODULES} modules: the first ${MAX_CONSENSUS_MODULES} in the order of the result.`,
          durationMs: 6000,
        });
      router.history.push(consensusAddress(modules));
    },
  });
  if (columns === undefined || !columns.includes(MODULE_COLUMN)) return null;
  return (
    <Button variant="default" loading={open.isPending} onClick={() => open.mutate()}>
      Consensus of these modules
    </Button>
  );
}

interface ShownResultsProps
  extends Pick<ComponentProps<typeof ResultGrid>, 'failure' | 'view' | 'readUnder' | 'onView'>,
    Pick<ComponentProps<typeof ConsensusOfResults>, 'read'> {
  /** null while it is not known, or if it can no longer be read */
  draft: Draft | null;
  /** undefined while loading */
  results: SearchResults | undefined;
}

/** Results as a count or as rows, with what can be done with all of them. */
export function ShownResults({ draft, results, failure, view, read, readUnder, onView }: ShownResultsProps) {
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
          {draft && <ExportMenu body={orderedQuery(draft, view)} per={view.per} />}
        </>
      }
      readUnder={readUnder}
      onView={onView}
    />
  );
}
