import { Group, Modal } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { TreemapAttribute } from '@omicon/contract/base/records.ts';
import { useState } from 'react';
import { ScaleButtons } from './treemap/ScaleButtons.tsx';
import { TreemapPicture } from './treemap/TreemapPicture.tsx';
import type { TreemapView } from './treemap/use-treemap-view.ts';

interface SingleAttributeProps {
  attribute: TreemapAttribute;
  view: TreemapView;
  onClose(): void;
}

/** One attribute in a modal as wide as the window. */
export function SingleAttribute({ attribute, view, onClose }: SingleAttributeProps) {
  const [scale, setScale] = useState(1);
  const { ref, width } = useElementSize();
  return (
    <Modal opened onClose={onClose} title={attribute.displayName} size="calc(100vw - 96px)">
      <Group ref={ref} mb="sm">
        <ScaleButtons scale={scale} onScale={setScale} />
      </Group>
      <TreemapPicture
        attributes={[attribute]}
        width={width}
        scale={scale}
        aspect={0.5}
        selection={view.selection}
        isBusy={false}
        onSelect={(chosen) => {
          onClose();
          view.toggle(chosen);
        }}
        onRemove={(name) => {
          onClose();
          view.remove(name);
        }}
      />
    </Modal>
  );
}
