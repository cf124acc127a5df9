import { ActionIcon, Button, Group, Menu, SegmentedControl } from '@mantine/core';
import type { TreemapAttribute } from '@omicon/contract/records.ts';
import { IconDownload, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { saveText } from '../../ui/grid/write-table.ts';
import { savePng, saveSvg } from '../../ui/save-picture.ts';
import { showToast } from '../../ui/toasts.ts';
import { layoutTreemap } from './treemap-layout.ts';
import { SCALE_STEP } from './use-treemap-view.ts';
import { drawTreemap, writeTreemapTable } from './write-treemap.ts';

type View = 'picture' | 'table';

export function ViewChoice({ view, onChange }: { view: View; onChange(view: View): void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Show as"
      value={view}
      data={[
        { value: 'picture', label: 'Picture' },
        { value: 'table', label: 'Table' },
      ]}
      onChange={(chosen) => onChange(chosen === 'table' ? 'table' : 'picture')}
    />
  );
}

export function ScaleButtons({ scale, onScale }: { scale: number; onScale(scale: number): void }) {
  return (
    <Group gap={4}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconZoomIn size={14} aria-hidden="true" />}
        disabled={scale > 1}
        onClick={() => onScale(SCALE_STEP)}
      >
        Scale up
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconZoomOut size={14} aria-hidden="true" />}
        disabled={scale === 1}
        onClick={() => onScale(1)}
      >
        Scale down
      </Button>
    </Group>
  );
}

interface DownloadMenuProps {
  attributes: readonly TreemapAttribute[];
  width: number;
  scale: number;
  title: string;
  fileName: string;
}

/** What is shown, as a picture or a table to keep. */
export function DownloadMenu({ attributes, width, scale, title, fileName }: DownloadMenuProps) {
  const draw = () => drawTreemap(layoutTreemap(attributes, { width, scale }), title);

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
          aria-label="Download what is shown"
          title="Download what is shown"
        >
          <IconDownload size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => saveSvg(draw(), fileName)}>Picture as SVG</Menu.Item>
        <Menu.Item onClick={() => void keepPng()}>Picture as PNG</Menu.Item>
        <Menu.Item
          onClick={() =>
            saveText(writeTreemapTable(attributes), `${fileName}.tsv`, 'text/tab-separated-values')
          }
        >
          Table as TSV
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
