import { ActionIcon, Button, CloseButton, Group, Menu, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import {
  IconArrowsHorizontal,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconArrowsVertical,
  IconDownload,
  IconSearch,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type Drawing, savePng, saveSvg } from '../../ui/save-picture.ts';
import { showToast } from '../../ui/toasts.ts';
import type { LineageView } from './use-lineage-view.ts';

const DEBOUNCE_MS = 200;

function FindBox({ find, onFind }: { find: string; onFind(find: string): void }) {
  const [typed, setTyped] = useState(find);
  const findLater = useDebouncedCallback(onFind, DEBOUNCE_MS);
  // The address may change under the box: back button, links.
  useEffect(() => setTyped(find), [find]);

  function change(text: string): void {
    setTyped(text);
    findLater(text);
  }

  return (
    <TextInput
      size="xs"
      w={260}
      aria-label="Find container or transformation"
      placeholder="find container or transformation"
      maxLength={200}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      rightSection={
        typed === '' ? null : <CloseButton size="xs" aria-label="Reset search" onClick={() => change('')} />
      }
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function DownloadMenu({ draw, fileName }: { draw(): Drawing; fileName: string }) {
  async function keepPng(): Promise<void> {
    try {
      await savePng(draw(), fileName);
    } catch {
      showToast({
        type: 'warning',
        title: 'Not saved',
        message: 'The browser could not draw the picture. Please take the SVG instead.',
      });
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Download the drawing"
          title="Download the drawing"
        >
          <IconDownload size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => saveSvg(draw(), fileName)}>Drawing as SVG</Menu.Item>
        <Menu.Item onClick={() => void keepPng()}>Drawing as PNG</Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
          <Button
            size="xs"
            variant="default"
            leftSection={<Turn size={14} aria-hidden="true" />}
            onClick={() => view.setOrientation(isVertical ? 'horizontal' : 'vertical')}
          >
            {isVertical ? 'Horizontal' : 'Vertical'}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<Widen size={14} aria-hidden="true" />}
            onClick={() => onWide(!isWide)}
          >
            {isWide ? 'Collapse width' : 'Expand width'}
          </Button>
          <DownloadMenu draw={draw} fileName={fileName} />
        </Group>
      )}
    </Group>
  );
}
