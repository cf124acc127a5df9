import { useMediaQuery } from '@mantine/hooks';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { useMemo, useState } from 'react';
import { CollectButton } from '../../../actions/collect/CollectButton.tsx';
import { toSample } from '../../../actions/collect/collected-items.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../../ui/feedback/Waiting.tsx';
import { PictureFrame } from '../../../ui/plot/PictureFrame.tsx';
import { useWidth } from '../../../ui/plot/use-width.ts';
import { countOf, formatCount } from '../../../ui/text/format.ts';
import { AddAttribute } from '../AddAttribute.tsx';
import {
  type EntityWithSamples,
  listSelectedSamples,
  useGetSampleAttributes,
  usePrefetchCounts,
} from '../calls.ts';
import { SelectionChips } from '../SelectionChips.tsx';
import { SingleAttribute } from '../SingleAttribute.tsx';
import { toggleValue } from '../selection-text.ts';
import { ValueTable } from '../ValueTable.tsx';
import { ScaleButtons } from './ScaleButtons.tsx';
import { TreemapPicture } from './TreemapPicture.tsx';
import classes from './treemap.module.css';
import { assignColours, layoutTreemap } from './treemap-layout.ts';
import { useTreemapView } from './use-treemap-view.ts';
import { drawTreemap, writeTreemapTable } from './write-treemap.tsx';

interface SampleTreemapProps {
  entity: EntityWithSamples;
  id: number;
}

/** Pixels for the focus outline on both sides. */
const OUTLINE = 4;

/** The samples of a record: one cell for each attribute, in it one rectangle for each value. */
export function SampleTreemap({ entity, id }: SampleTreemapProps) {
  const isSmall = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false });
  const view = useTreemapView(isSmall ? 'table' : 'picture');
  const whole = useGetSampleAttributes(entity, id, { added: view.added, selection: [] });
  const narrowed = useGetSampleAttributes(entity, id, { added: view.added, selection: view.selection });
  const prefetchCounts = usePrefetchCounts(entity, id);
  const { ref, width } = useWidth();
  const [single, setSingle] = useState<string | null>(null);
  const { removed } = view;
  const counted = narrowed.data?.sample_attributes;
  const attributes = useMemo(
    () => (counted ?? []).filter(({ name }) => !removed.includes(name)),
    [counted, removed],
  );
  const everyAttribute = whole.data?.sample_attributes;
  // During render: in an effect, values would already have taken each other's colours.
  useMemo(() => assignColours(everyAttribute ?? []), [everyAttribute]);
  const failed = [whole, narrowed].find(({ isError }) => isError);
  if (failed !== undefined) return <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />;
  if (whole.data === undefined || narrowed.data === undefined) {
    return <Waiting what="the samples" lines={8} />;
  }
  const { sample_attributes: known, optional_attributes: optional, message } = whole.data;
  if (message !== null && optional.length === 0) return <NoAttributes message={message} />;

  const titleOf = (name: string) =>
    known.find((attribute) => attribute.name === name)?.displayName ?? displayAttribute(name);
  const labelsOf = (name: string) => known.find((attribute) => attribute.name === name)?.value_labels ?? {};
  const offered = [...removed, ...optional].map((name) => ({ name, title: titleOf(name) }));
  const shown = narrowed.data.number_of_samples;
  const total = whole.data.number_of_samples;
  const title = `Sample attributes of ${formatCount(shown)} of ${countOf(total, 'sample')}`;
  const draw = () =>
    drawTreemap(layoutTreemap(attributes, { width: width - OUTLINE, scale: view.scale }), title);
  async function readSelected() {
    const { collection_id, labels } = await listSelectedSamples(entity, id, view.selection);
    return labels.map((label) => toSample(collection_id, label));
  }
  const alone = attributes.find(({ name }) => name === single);

  return (
    <PictureFrame
      ref={ref}
      label="Sample attributes"
      className={classes.treemap}
      as={view.view}
      onAs={view.setView}
      controls={<AddAttribute offered={offered} onAdd={view.add} />}
      actions={
        <>
          {view.view === 'picture' && <ScaleButtons scale={view.scale} onScale={view.setScale} />}
          <CollectButton items={readSelected} />
        </>
      }
      download={{
        draw,
        write: () => writeTreemapTable(attributes),
        fileName: `sample-attributes-${entity}-${id}`,
      }}
      notes={<SelectionChips view={view} shown={shown} total={total} titleOf={titleOf} labelsOf={labelsOf} />}
      table={<ValueTable attributes={attributes} view={view} />}
      below={
        alone !== undefined && (
          <SingleAttribute attribute={alone} view={view} onClose={() => setSingle(null)} />
        )
      }
    >
      {/* Rendered once the width is known, so that nothing moves afterwards. */}
      {width > 0 && (
        <TreemapPicture
          attributes={attributes}
          width={width - OUTLINE}
          scale={view.scale}
          selection={view.selection}
          isBusy={narrowed.isPlaceholderData}
          onSelect={(chosen) => {
            prefetchCounts({ added: view.added, selection: toggleValue(view.selection, chosen) });
            view.toggle(chosen);
          }}
          onRemove={view.remove}
          onSingle={setSingle}
        />
      )}
    </PictureFrame>
  );
}

function NoAttributes({ message }: { message: string }) {
  return <EmptyState title={message}>The samples of this record have no attributes.</EmptyState>;
}
