import { dataSetAddress, metaModuleAddress, moduleAddress } from '@omicon/contract/addresses.ts';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { Figure } from '../../ui/plot/Figure.tsx';
import plot from '../../ui/plot/plot.module.css';
import { type Cursor, useCursor } from '../../ui/plot/use-cursor.ts';
import { AtlasMarks, type AtlasMarksProps, nameStart } from './AtlasMarks.tsx';
import classes from './atlas.module.css';
import { type AtlasLayout, cellAt, ROW } from './atlas-layout.ts';
import { describeMetaModule, describePlace } from './atlas-text.ts';
import { placeIn } from './data-set-groups.ts';

const Marks = memo(AtlasMarks);

/** Names as links for the pointer, and the buttons that open themes. */
function Overlay({
  layout,
  rows,
  dataSets,
  onFold,
}: Pick<AtlasFigureProps, 'layout' | 'rows' | 'dataSets' | 'onFold'>) {
  const { top, names, cell, columns, isSlanted, groupHead, groups } = layout;
  const foot = top - groupHead;
  const hidden = { tabIndex: -1, 'aria-hidden': true } as const;
  return (
    <>
      {rows.map((row, at) => {
        const { meta, fold } = row;
        const left = nameStart(row);
        return (
          <div key={meta.id}>
            <AddressLink
              {...hidden}
              href={metaModuleAddress(meta.omicon_id)}
              title={describeMetaModule(meta)}
              style={{ position: 'absolute', top: top + at * ROW, left, width: names - left, height: ROW }}
            />
            {fold !== null && (
              <button
                type="button"
                className={classes.fold}
                style={{ top: top + at * ROW + 8 }}
                aria-expanded={fold.isOpen}
                aria-label={`${fold.more} more of the theme ${meta.theme.name}`}
                title={`${fold.more} more of this theme`}
                onClick={() => onFold(fold.theme)}
              >
                {fold.isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
              </button>
            )}
          </div>
        );
      })}
      {columns.map(({ dataSet, x }) => {
        const { id = 0, title = '' } = dataSets[dataSet] ?? {};
        return (
          <AddressLink
            {...hidden}
            key={id}
            href={dataSetAddress(id)}
            title={title}
            style={{
              position: 'absolute',
              left: x,
              width: cell,
              // Of a slanted title only its foot.
              ...(isSlanted ? { top: foot - 20, height: 20 } : { top: 0, height: foot }),
            }}
          />
        );
      })}
      {groups.map(({ label, x, width }) => (
        <div
          key={label}
          aria-hidden="true"
          title={label}
          style={{ position: 'absolute', left: x, width, top: foot, height: groupHead }}
        />
      ))}
    </>
  );
}

/** Marks the row, and in it the cell. */
function CursorMarks({ at, layout }: { at: Cursor; layout: AtlasLayout }) {
  const y = layout.top + (at.row ?? 0) * ROW + 1;
  const column = layout.columns[at.column - 1];
  return (
    <rect
      x={column === undefined ? 1 : column.x}
      y={y}
      width={column === undefined ? layout.left - 8 : layout.cell}
      height={ROW - 2}
      strokeWidth={2}
      className={plot.cursor}
    />
  );
}

/** Scrolls the column to which a key moved the cursor into sight, where the picture is wider than the page. */
function useColumnInSight(layout: AtlasLayout, column: number | undefined) {
  const isByKey = useRef(false);
  const scroller = useRef<HTMLDivElement>(null);
  const x = column === undefined ? undefined : (layout.columns[column - 1]?.x ?? 0);
  useEffect(() => {
    const box = scroller.current;
    if (box === null || x === undefined || !isByKey.current) return;
    isByKey.current = false;
    if (x < box.scrollLeft) box.scrollLeft = x;
    const beyond = x + layout.cell - (box.scrollLeft + box.clientWidth);
    if (beyond > 0) box.scrollLeft += beyond;
  }, [x, layout.cell]);
  return { scroller, isByKey };
}

interface AtlasFigureProps extends Omit<AtlasMarksProps, 'isFile'> {
  label: string;
  caption: string;
  legend: ReactNode;
  /** opens or closes a theme */
  onFold(theme: number): void;
}

/** The atlas as a picture. Pointer or arrow keys move one cursor over the names and cells, which are read out. */
export function AtlasFigure({ label, caption, legend, onFold, ...marks }: AtlasFigureProps) {
  const { layout, rows, dataSets } = marks;
  const { history } = useRouter();
  const cursor = useCursor({ rows: rows.length, columns: layout.columns.length + 1 });
  const { scroller, isByKey } = useColumnInSight(layout, cursor.at?.column);
  const meta = cursor.at === null ? undefined : rows[cursor.at.row ?? 0]?.meta;
  const column = cursor.at === null ? undefined : layout.columns[cursor.at.column - 1];
  const dataSet = column && dataSets[column.dataSet];
  const place = column && meta && placeIn(meta, dataSets, column.dataSet);
  const readout = meta && (dataSet ? describePlace(meta, dataSet, place) : describeMetaModule(meta));
  const open = () => {
    if (meta === undefined) return;
    const module = place?.module ?? null;
    history.push(module === null ? metaModuleAddress(meta.omicon_id) : moduleAddress(module.omicon_id));
  };
  return (
    <div ref={scroller} className={classes.scroll}>
      <div style={{ width: layout.width }}>
        <Figure
          label={label}
          keys={`${rows.length} rows, ${layout.columns.length} data sets. The arrow keys read names and cells; Enter opens the module of a cell, or the meta-module.`}
          width={layout.width}
          height={layout.height}
          cursor={{
            press: (event) => {
              isByKey.current = true;
              cursor.press(event);
            },
          }}
          onPoint={(point) => cursor.set(point && cellAt(layout, point))}
          onOpen={meta === undefined ? undefined : open}
          readout={readout ?? null}
          caption={caption}
          links={<Overlay layout={layout} rows={rows} dataSets={dataSets} onFold={onFold} />}
          legend={legend}
        >
          <Marks {...marks} />
          {cursor.at !== null && <CursorMarks at={cursor.at} layout={layout} />}
        </Figure>
      </div>
    </div>
  );
}
