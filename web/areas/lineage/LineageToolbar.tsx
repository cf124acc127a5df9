import { CloseButton, Group, SegmentedControl, TextInput } from '@mantine/core';
import {
  IconArrowsHorizontal,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconArrowsVertical,
  IconSearch,
} from '@tabler/icons-react';
import { useDebouncedText } from '../../ui/feedback/use-debounced-text.ts';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { PictureDownload } from '../../ui/plot/PictureDownload.tsx';
import type { Drawing } from '../../ui/plot/save-picture.ts';
import type { LineageView } from './use-lineage-view.ts';

const DEBOUNCE_MS = 200;

function FindBox({ find, onFind }: { find: string; onFind(find: string): void }) {
  const { typed, type } = useDebouncedText({ value: find, pauseMs: DEBOUNCE_MS, onSettled: onFind });
  return (
    <TextInput
      size="xs"
      w={260}
      aria-label="Find container or transformation"
      placeholder="find container or transformation"
      maxLength={200}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      rightSection={
        typed === '' ? null : <CloseButton size="xs" aria-label="Reset search" onClick={() => type('')} />
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

interface LineageToolbarProps {
  view: LineageView;
  isWide: boolean;
  onWide(isWide: boolean): void;
  draw(): Drawing;
  fileName: string;
}

export function LineageToolbar({ view, isWide, onWide, draw, fileName }: LineageToolbarProps) {
  const isVertical = view.orientation === 'vertical';
  const Turn = isVertical ? IconArrowsHorizontal : IconArrowsVertical;
  const Widen = isWide ? IconArrowsMinimize : IconArrowsMaximize;
  return (
    <Group justify="space-between" gap="sm" mb="sm">
      <Group gap="sm">
        <SegmentedControl
          size="xs"
          aria-label="Show as"
          value={view.form}
          data={[
            { value: 'diagram', label: 'Diagram' },
            { value: 'tree', label: 'Tree' },
          ]}
          onChange={(form) => view.setForm(form === 'tree' ? 'tree' : 'diagram')}
        />
        <FindBox find={view.find} onFind={view.setFind} />
      </Group>
      {view.form === 'diagram' && (
        <Group gap="sm">
          <SecondaryButton
            icon={Turn}
            onClick={() => view.setOrientation(isVertical ? 'horizontal' : 'vertical')}
          >
            {isVertical ? 'Horizontal' : 'Vertical'}
          </SecondaryButton>
          <SecondaryButton icon={Widen} onClick={() => onWide(!isWide)}>
            {isWide ? 'Collapse width' : 'Expand width'}
          </SecondaryButton>
          <PictureDownload draw={draw} fileName={fileName} />
        </Group>
      )}
    </Group>
  );
}
