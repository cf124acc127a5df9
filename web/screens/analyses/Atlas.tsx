import { Text } from '@mantine/core';
import { getAtlas } from '@omicon/contract/areas/analyses/atlas.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { AtlasControls } from '../../areas/atlas/AtlasControls.tsx';
import { AtlasPicture } from '../../areas/atlas/AtlasPicture.tsx';
import { atlasQueryAt, NO_FILTERS, viewShape } from '../../areas/atlas/atlas-query.ts';
import { describeStatus } from '../../areas/atlas/atlas-text.ts';
import { describeFilters, groupByValue, groupDataSets } from '../../areas/atlas/data-set-groups.ts';
import { ExportGenes } from '../../areas/atlas/ExportGenes.tsx';
import { NoMatches, NoSignals } from '../../areas/atlas/NoSignals.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';

/** While records that changed are not in it yet, it is asked again. */
const AGAIN_MS = 10_000;

/** What the address asks of the atlas, and how it shows the reply. */
function useAtlasQuery() {
  const { searchStr } = useLocation();
  const { query: view, setQuery } = useAddressQuery(viewShape);
  const query = useMemo(() => atlasQueryAt(new URLSearchParams(searchStr), view), [searchStr, view]);
  return { view, query, setQuery };
}

function LoadedAtlas({
  reply,
  view,
  query,
  setQuery,
}: { reply: ReplyOf<typeof getAtlas> } & ReturnType<typeof useAtlasQuery>) {
  const { status, data_sets } = reply;
  const groups = useMemo(() => groupDataSets(data_sets, view.group), [data_sets, view.group]);
  const filters = useMemo(
    () =>
      describeFilters({ groups: groupByValue(data_sets, view.group), dataSets: data_sets, filters: view }),
    [data_sets, view],
  );
  if (status.meta_modules === 0) return <NoSignals status={status} />;
  function fold(theme: number): void {
    const open = new Set(view.open);
    if (!open.delete(theme)) open.add(theme);
    setQuery({ open: [...open].join(',') }, true);
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb="md" role="status">
        {describeStatus(status)}
      </Text>
      <AtlasControls
        view={view}
        query={query}
        filters={filters}
        dataSets={data_sets}
        status={status}
        setQuery={setQuery}
      />
      {reply.total === 0 ? (
        <NoMatches onClear={() => setQuery(NO_FILTERS)} />
      ) : (
        <AtlasPicture
          reply={reply}
          view={view}
          query={query}
          groups={groups}
          filters={filters}
          onFold={fold}
        />
      )}
    </>
  );
}

/** `/home/atlas`: what recurs in these data, and where. */
export function Atlas() {
  const asked = useAtlasQuery();
  const reply = useEndpoint(
    getAtlas,
    { query: asked.query },
    { refetchInterval: ({ state }) => (state.data?.status.is_outdated ? AGAIN_MS : false) },
  );
  return (
    <>
      <PageTitle title={NAMED_SCREENS.atlas.title}>
        {reply.data !== undefined && reply.data.status.meta_modules > 0 && <ExportGenes />}
      </PageTitle>
      {reply.isSuccess ? (
        <LoadedAtlas reply={reply.data} {...asked} />
      ) : (
        <NotLoaded reply={reply} what="the atlas" lines={12} />
      )}
    </>
  );
}
