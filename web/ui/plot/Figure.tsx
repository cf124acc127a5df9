import type { KeyboardEvent, ReactNode } from 'react';
import { NaHatch } from '../colour/NaHatch.tsx';
import classes from './plot.module.css';

interface FigureProps {
  label: string;
  /** what the keys do, after the label */
  keys: string;
  width: number;
  height: number;
  cursor: { press(event: KeyboardEvent): void };
  /** the pointer is over a point of the marks, or null over none */
  onPoint(point: { x: number; y: number } | null): void;
  /** opens what is marked, on Enter or a click; absent where nothing can be opened */
  onOpen?: (() => void) | undefined;
  /** what is marked; the caption is shown otherwise */
  readout: string | null;
  caption: string;
  /** behind the marks */
  canvas?: ReactNode;
  /** links over the marks, for the pointer; Enter opens the same */
  links?: ReactNode;
  legend?: ReactNode;
  children: ReactNode;
}

/** Marks under one cursor, moved by pointer or keys, whose position is read out below. */
export function Figure({ label, keys, width, height, cursor, onPoint, onOpen, ...parts }: FigureProps) {
  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') onOpen?.();
    cursor.press(event);
  }
  return (
    <figure className={classes.figure}>
      <div className={classes.stage} style={{ width, height }}>
        {parts.canvas}
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={`${label}. ${keys}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the marks one by one
          tabIndex={0}
          className={classes.drawing}
          data-open={onOpen !== undefined || undefined}
          onKeyDown={press}
          onPointerMove={({ currentTarget, clientX, clientY }) => {
            const box = currentTarget.getBoundingClientRect();
            onPoint({ x: clientX - box.left, y: clientY - box.top });
          }}
          onPointerLeave={() => onPoint(null)}
          onClick={onOpen}
        >
          <NaHatch />
          {parts.children}
        </svg>
        {parts.links}
      </div>
      {parts.legend}
      <figcaption className={classes.caption} aria-live="polite">
        {parts.readout ?? parts.caption}
      </figcaption>
    </figure>
  );
}
