import { ActionIcon } from '@mantine/core';
import {
  type Icon,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconFocusCentered,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react';
import classes from '../lineage.module.css';
import { ZOOM } from './zoom.ts';

interface CanvasButtonsProps {
  zoom: number;
  onZoom(isIn: boolean): void;
  onReset(): void;
  /** steps to move the drawing */
  onPan(dx: number, dy: number): void;
}

/** Buttons for zoom, reset and pan, in a strip beside the drawing, where they hide no nodes. */
export function CanvasButtons({ zoom, onZoom, onReset, onPan }: CanvasButtonsProps) {
  const buttons: readonly [label: string, Icon: Icon, run: () => void, isUseless?: boolean][] = [
    ['Zoom in', IconPlus, () => onZoom(true), zoom >= ZOOM.most],
    ['Zoom out', IconMinus, () => onZoom(false), zoom <= ZOOM.least],
    ['Reset the view', IconFocusCentered, onReset],
    ['Pan left', IconArrowLeft, () => onPan(1, 0)],
    ['Pan right', IconArrowRight, () => onPan(-1, 0)],
    ['Pan up', IconArrowUp, () => onPan(0, 1)],
    ['Pan down', IconArrowDown, () => onPan(0, -1)],
  ];
  return (
    <div className={classes.buttons}>
      {buttons.map(([label, Picture, run, isUseless = false]) => (
        <ActionIcon
          key={label}
          variant="default"
          size={28}
          aria-label={label}
          title={label}
          disabled={isUseless}
          onClick={run}
        >
          <Picture size={16} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      ))}
    </div>
  );
}
