import { listAnalyses } from '@omicon/contract/areas/analyses/analyses.ts';
import { AnalysisGrid } from '../../areas/analyses/AnalysisGrid.tsx';
import { ADD_ANALYSIS } from '../../base/addresses/addresses.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { FirstStep } from '../../layout/FirstStep.tsx';
import { failureOf } from '../../ui/grid/failure-of.ts';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';

/** `/home/analyses/{type}`: all analyses. */
export function Analyses() {
  const { hasPermission } = useSession();
  const { query, pagingOf } = useAddressGrid(listAnalyses.query);
  const list = useEndpoint(listAnalyses, { query });
  return (
    <>
      <PageTitle title="Analyses">
        {hasPermission('PROJECT_CREATE') && (
          <ButtonLink href={ADD_ANALYSIS} size="xs" variant="default">
            Add analysis
          </ButtonLink>
        )}
      </PageTitle>
      <AnalysisGrid
        rows={list.data?.results}
        server={pagingOf(list.data?.total)}
        failure={failureOf(list)}
        emptyHint={<FirstStep kind="analysis">Analyses appear here once they have been added.</FirstStep>}
      />
    </>
  );
}
