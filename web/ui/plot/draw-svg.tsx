/**
 * Marks of the screen as an SVG file, on white: presentation attributes are the look on paper, classes that on the
 * screen.
 */
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { NaHatch } from '../colour/NaHatch.tsx';
import { widthInEm } from '../text/fit-label.ts';
import { type Drawing, replaceForbidden } from './save-picture.ts';
import { type Room, roomForTexts } from './text-room.ts';

const FONT = "Inter, 'Helvetica Neue', Arial, sans-serif";
const INK = '#1b2124';
const DIMMED = '#5b6468';
/** Size and line of the title, and of what is said below the marks. */
const [TITLE, TITLE_LINE, SMALL, SMALL_LINE] = [14, 18, 11, 15];
const EDGE = 8;
/** Room above the marks for a title of one line. */
const HEAD = 40;
const NO_ROOM: Room = { left: 0, top: 0, right: 0, bottom: 0 };

interface DrawingOptions {
  /** of the marks, in pixels */
  width: number;
  height: number;
  title: string;
  /** false: only programs read the title */
  showsTitle?: boolean;
  /** what a reader of the file must know beside the marks: data set, unit, test; the date is added */
  about?: readonly string[];
  /** read by programs only */
  remark?: string;
}

/** The lines of a text within a width, none of them cut. */
function linesOf(text: string, width: number, fontSize: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && widthInEm(longer) * fontSize <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Today as `2026-11-29`, in the time of the reader. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

interface Sheet extends DrawingOptions {
  /** beyond the edges of the marks */
  room: Room;
}

/** The whole picture: title, marks, and what they are of. */
function layoutSheet({ width, height, title, showsTitle = true, about = [], room }: Sheet) {
  const whole = width + room.left + room.right;
  const titles = showsTitle ? linesOf(title, whole - 2 * EDGE, TITLE) : [];
  const foot = [...about, today()].flatMap((text) => linesOf(text, whole - 2 * EDGE, SMALL));
  const head = titles.length === 0 ? 0 : HEAD + (titles.length - 1) * TITLE_LINE;
  const floor = head + room.top + height + room.bottom;
  return { whole, titles, foot, head, floor, height: floor + foot.length * SMALL_LINE + EDGE };
}

function Drawn({ marks, sheet }: { marks: ReactNode; sheet: Sheet }) {
  const { title, remark, room } = sheet;
  const { whole, titles, foot, head, floor, height } = layoutSheet(sheet);
  return (
    <svg
      width={whole}
      height={height}
      viewBox={`0 0 ${whole} ${height}`}
      fontFamily={FONT}
      fontSize={SMALL}
      fill={INK}
    >
      <title>{title}</title>
      {remark !== undefined && <desc>{remark}</desc>}
      <NaHatch />
      <rect width="100%" height="100%" fill="#ffffff" />
      {titles.map((line, at) => (
        <text key={line} x={EDGE} y={22 + at * TITLE_LINE} fontSize={TITLE} fontWeight="600">
          {line}
        </text>
      ))}
      <g transform={`translate(${room.left} ${head + room.top})`} data-marks="">
        {marks}
      </g>
      {foot.map((line, at) => (
        <text key={line} x={EDGE} y={floor + (at + 1) * SMALL_LINE - 3} fill={DIMMED}>
          {line}
        </text>
      ))}
    </svg>
  );
}

/**
 * The marks with title, what they are of, and the date; as much larger as the texts need that the marks do not hold.
 * @param marks drawn from (0, 0), below the title, with whole labels
 */
export function drawSvg(marks: ReactNode, options: DrawingOptions): Drawing {
  const host = document.createElement('div');
  const root = createRoot(host);
  const draw = (room: Room) =>
    flushSync(() => root.render(<Drawn marks={marks} sheet={{ ...options, room }} />));
  draw(NO_ROOM);
  const drawnMarks = host.querySelector('[data-marks]');
  const room = drawnMarks === null ? NO_ROOM : roomForTexts(drawnMarks, options);
  draw(room);
  const { whole, height } = layoutSheet({ ...options, room });
  for (const styled of host.querySelectorAll('[class]')) styled.removeAttribute('class');
  host.querySelector('[data-marks]')?.removeAttribute('data-marks');
  const drawn = host.firstElementChild;
  const svg = drawn === null ? '' : replaceForbidden(new XMLSerializer().serializeToString(drawn));
  root.unmount();
  return { svg, width: whole, height };
}
