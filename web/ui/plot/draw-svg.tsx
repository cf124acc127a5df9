/**
 * Marks of the screen as an SVG file, on white: presentation attributes are the look on paper, classes that on the
 * screen.
 */
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { NaHatch } from '../colour/NaHatch.tsx';
import { type Drawing, replaceForbidden } from './save-picture.ts';

const FONT = "Inter, 'Helvetica Neue', Arial, sans-serif";
const INK = '#1b2124';
/** Room above the marks for the title. */
const HEAD = 40;

interface DrawingOptions {
  /** of the marks, in pixels */
  width: number;
  height: number;
  title: string;
  /** false: only programs read the title */
  showsTitle?: boolean;
  /** read by programs only */
  remark?: string;
}

/** @param marks drawn from (0, 0), below the title */
export function drawSvg(
  marks: ReactNode,
  { width, height, title, showsTitle = true, remark }: DrawingOptions,
): Drawing {
  const host = document.createElement('div');
  const root = createRoot(host);
  const head = showsTitle ? HEAD : 0;
  const whole = height + head;
  flushSync(() =>
    root.render(
      <svg
        width={width}
        height={whole}
        viewBox={`0 0 ${width} ${whole}`}
        fontFamily={FONT}
        fontSize="11"
        fill={INK}
      >
        <title>{title}</title>
        {remark !== undefined && <desc>{remark}</desc>}
        <NaHatch />
        <rect width="100%" height="100%" fill="#ffffff" />
        {showsTitle && (
          <text x={8} y={22} fontSize="14" fontWeight="600">
            {title}
          </text>
        )}
        <g transform={`translate(0 ${head})`}>{marks}</g>
      </svg>,
    ),
  );
  for (const styled of host.querySelectorAll('[class]')) styled.removeAttribute('class');
  const drawn = host.firstElementChild;
  const svg = drawn === null ? '' : replaceForbidden(new XMLSerializer().serializeToString(drawn));
  root.unmount();
  return { svg, width, height: whole };
}
