import { listAnalyses } from '@omicon/contract/areas/analyses/analyses.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { AnalysisGrid } from '../../areas/analyses/AnalysisGrid.tsx';
import { useSession } from '../../base/sign-in/session.ts';
import { FirstStep } from '../../layout/FirstStep.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';

/** `/home/analyses/{type}`: all analyses. */
export function Analyses() {
  const { hasPermission } = useSession();
  const page = useAddressList(listAnalyses, (query) => ({ query }));
  return (
    <>
      <PageTitle title={NAMED_SCREENS.analyses.title}>
        {hasPermission(NAMED_SCREENS.addAnalysis.access) && (
          <ButtonLink href={NAMED_SCREENS.addAnalysis.href} size="xs" variant="default">
            {NAMED_SCREENS.addAnalysis.title}
          </ButtonLink>
        )}
      </PageTitle>
      <AnalysisGrid
        {...page}
        emptyHint={<FirstStep kind="analysis">Analyses appear here once they have been added.</FirstStep>}
      />
    </>
  );
}
