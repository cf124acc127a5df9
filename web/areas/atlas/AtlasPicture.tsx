import { useMediaQuery } from '@mantine/hooks';
import { getAtlas } from '@omicon/contract/areas/analyses/atlas.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { FIRST_ORDER } from '@omicon/routes/list-address.ts';
import { type ReactNode, useMemo } from 'react';
import { useEveryRow } from '../../base/calls/use-every-row.ts';
import { writeTable } from '../../ui/files/write-table.ts';
import { tableOf } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { GridPager } from '../../ui/grid/table/GridPager.tsx';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';
import { drawSvg } from '../../ui/plot/draw-svg.tsx';
import { PictureFrame, useShownAs } from '../../ui/plot/PictureFrame.tsx';
import { useWidth } from '../../ui/plot/use-width.ts';
import { AtlasFigure } from './AtlasFigure.tsx';
import { AtlasLegend, AtlasLegendMarks, legendHeight } from './AtlasLegend.tsx';
import { AtlasMarks, mostFeatures } from './AtlasMarks.tsx';
import { atlasColumns } from './atlas-columns.ts';
import { largestRadius, layoutAtlas } from './atlas-layout.ts';
import type { AtlasQuery, AtlasView } from './atlas-query.ts';
import { describeStatus } from './atlas-text.ts';
import type { DataSetGroup } from './data-set-groups.ts';
import { flatRows, foldThemes } from './fold-themes.ts';

const TITLE = 'Recurring signals by data set';
const FILE_NAME = 'atlas';

interface AtlasPictureProps {
  reply: ReplyOf<typeof getAtlas>;
  view: AtlasView;
  query: AtlasQuery;
  groups: readonly DataSetGroup[];
  /** what is asked of the data sets, in words; null without filters */
  filters: string | null;
  /** opens or closes a theme */
  onFold(theme: number): void;
}

/** The table of the atlas, which also saves all pages. */
function AtlasGrid({ reply, query }: Pick<AtlasPictureProps, 'reply' | 'query'>) {
  const columns = useMemo(() => atlasColumns(reply.data_sets), [reply.data_sets]);
  const { pagingOf } = useAddressGrid(getAtlas.query, FIRST_ORDER.atlas);
  return (
    <DataGrid
      name={FILE_NAME}
      caption={TITLE}
      columns={columns}
      rows={reply.results}
      server={pagingOf(reply.total)}
      everyRow={useEveryRow(getAtlas, { query })}
      isFilterable={false}
      rowKey={({ omicon_id }) => omicon_id}
    />
  );
}

/** Rows, layout and legend of the picture. */
function usePicture({ reply, view, query, groups }: AtlasPictureProps, width: number) {
  const rows = useMemo(
    () => (query.sort === 'theme' ? foldThemes(reply.results, view.open) : flatRows(reply.results)),
    [reply.results, query.sort, view.open],
  );
  const layout = useMemo(() => {
    const titles = reply.data_sets.map(({ title }) => title);
    return layoutAtlas({ rows: rows.length, groups, titles }, Math.max(width, 600));
  }, [rows.length, groups, reply.data_sets, width]);
  const most = useMemo(() => mostFeatures(reply.results), [reply.results]);
  const labels = layout.groups.map(({ label }) => label);
  const legend = { most, largest: largestRadius(layout.cell), by: view.group, groups, labels };
  return { marks: { layout, rows, dataSets: reply.data_sets, by: view.group, most }, legend };
}

function drawAtlas(
  { marks, legend }: ReturnType<typeof usePicture>,
  { reply, groups, filters }: AtlasPictureProps,
) {
  const { width, height } = marks.layout;
  return drawSvg(
    <>
      <AtlasMarks {...marks} isFile />
      <AtlasLegendMarks y={height} {...legend} />
    </>,
    {
      width,
      height: height + legendHeight(groups),
      title: TITLE,
      about: [describeStatus(reply.status), ...(filters === null ? [] : [filters])],
    },
  );
}

/** The pages of the picture; the table has its own. */
function Pages({ total }: { total: number }): ReactNode {
  const { pagingOf } = useAddressGrid(getAtlas.query, FIRST_ORDER.atlas);
  const { view, onChange } = pagingOf(total);
  return <GridPager isKnown total={total} view={view} isServerPaged detail={null} onChange={onChange} />;
}

/** Meta-modules by data set, as a picture or as a table; a phone shows the table. */
export function AtlasPicture(props: AtlasPictureProps) {
  const { reply, query, onFold } = props;
  const shownAs = useShownAs();
  const isNarrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false });
  const { ref, width } = useWidth();
  const picture = usePicture(props, width);
  const columns = useMemo(() => atlasColumns(reply.data_sets), [reply.data_sets]);
  const table = <AtlasGrid reply={reply} query={query} />;
  if (isNarrow) return table;
  return (
    <PictureFrame
      ref={ref}
      label={TITLE}
      {...shownAs}
      download={{
        draw: () => drawAtlas(picture, props),
        write: () => writeTable(...tableOf(columns, reply.results), 'tsv'),
        fileName: FILE_NAME,
      }}
      table={table}
    >
      {width > 0 && (
        <AtlasFigure
          {...picture.marks}
          label={TITLE}
          caption="Rows: signals that recur in several cohorts. Columns: data sets. “3 of 5”: found in three of the five cohorts in which it could be found."
          legend={<AtlasLegend {...picture.legend} />}
          onFold={onFold}
        />
      )}
      <Pages total={reply.total} />
    </PictureFrame>
  );
}
