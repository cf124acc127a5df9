import { FocusTrap, Text } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import type { LineageNode } from '@omicon/contract/areas/lineage.ts';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { type EntityWithLineage, useGetNetwork } from './calls.ts';
import { DiagramCanvas } from './diagram/DiagramCanvas.tsx';
import { drawLineage } from './diagram/draw-lineage.tsx';
import { layoutTree } from './diagram/tree-layout.ts';
import { Legend } from './Legend.tsx';
import { LineageToolbar } from './LineageToolbar.tsx';
import classes from './lineage.module.css';
import { forgetView } from './remembered-view.ts';
import { LineageTree } from './tree/LineageTree.tsx';
import { filterTree, firstMatch } from './tree/tree-filter.ts';
import { useLineageView } from './use-lineage-view.ts';

interface LineageDiagramProps {
  entity: EntityWithLineage;
  id: number;
  /** address that shows a file of a node by its key */
  fileHref(key: string): string;
  /** shown in place of the drawing, which keeps its view */
  cover: ReactNode;
}

/** Lineage of data sets, transformations and analyses, as a diagram or an indented list. */
export function LineageDiagram({ entity, id, fileHref, cover }: LineageDiagramProps) {
  const reply = useGetNetwork(entity, id);
  useEffect(() => forgetView, []);

  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the lineage" />;
  if (cover !== null) return cover;
  return (
    <Lineage
      name={`${entity}-${id}`}
      root={reply.data.network}
      focus={reply.data.focus}
      fileHref={fileHref}
    />
  );
}

interface LineageProps {
  name: string;
  root: LineageNode;
  focus: string;
  fileHref(key: string): string;
}

function Lineage({ name, root, focus, fileHref }: LineageProps) {
  const isSmall = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false });
  const view = useLineageView(isSmall ? 'tree' : 'diagram');
  const { ref, width, height } = useElementSize();
  const [isWide, setWide] = useState(false);
  const { find, folded, orientation } = view;
  const shown = useMemo(() => filterTree(root, find), [root, find]);
  const layout = useMemo(
    () => layoutTree(shown ?? root, folded, orientation),
    [shown, root, folded, orientation],
  );
  const isDiagram = view.form === 'diagram';
  const of = `${name} ${orientation}`;

  return (
    <FocusTrap active={isDiagram && isWide}>
      <section
        aria-label="Lineage"
        className={classes.frame}
        data-wide={(isDiagram && isWide) || undefined}
        onKeyDown={(event) => event.key === 'Escape' && setWide(false)}
      >
        <LineageToolbar
          view={view}
          isWide={isWide}
          onWide={setWide}
          draw={() => drawLineage(layout, orientation, focus)}
          fileName={`lineage-${name}`}
        />
        {shown === null && (
          <EmptyState title={`No node is called “${find}”`}>
            <SecondaryButton mt="sm" onClick={() => view.setFind('')}>
              Show the whole lineage
            </SecondaryButton>
          </EmptyState>
        )}
        {shown !== null && !isDiagram && (
          <LineageTree
            root={shown}
            focus={focus}
            folded={folded}
            onToggle={view.toggle}
            fileHref={fileHref}
          />
        )}
        {shown !== null && isDiagram && (
          <>
            <div className={classes.window}>
              <div ref={ref} className={classes.room}>
                {width > 0 && (
                  <DiagramCanvas
                    key={of}
                    of={of}
                    root={shown}
                    layout={layout}
                    focus={focus}
                    orientation={orientation}
                    room={{ width, height }}
                    folded={folded}
                    target={find.trim() === '' ? focus : firstMatch(shown, find)}
                    onFold={view.setFolded}
                    fileHref={fileHref}
                  />
                )}
              </div>
            </div>
            <Text size="xs" c="dimmed" mt={6}>
              Click a node or press Enter to open it; double-click it or press Space to collapse everything
              below it. Arrow keys move the drawing; on a node they move to its neighbours.
            </Text>
          </>
        )}
        <Legend />
      </section>
    </FocusTrap>
  );
}
