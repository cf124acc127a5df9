import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import PDFDocument from 'pdfkit';

/** Page size of the laboratory's module pictures, in points. */
export const PAGE = { width: 504, height: 576, margin: 36 };

const INK = '#24292f';
const FAINT = '#6b7480';
const RULE = '#c9ced4';
/** The blue and orange at the ends of the heat map scale. */
export const BLUE = '#2f6db2';
export const ORANGE = '#d97d1e';

type Rgb = readonly [number, number, number];
const LOW: Rgb = [0.184, 0.427, 0.698];
const HIGH: Rgb = [0.851, 0.49, 0.118];

/** Steps on each side of white: more are indistinguishable in print, and equal neighbours share one rectangle. */
const STEPS = 8;
/** Ends of the scale, in standard deviations. */
const REACH = 2.4;

export type Drawing = PDFKit.PDFDocument;

/** Title and date of a picture; both are part of its bytes. */
export interface PictureFile {
  title: string;
  /** `yyyy-mm-dd`, fixed so that the same laboratory gives the same bytes */
  day: string;
}

/** Draws a PDF and returns its bytes; the first page already exists. */
export async function drawPdf({ title, day }: PictureFile, draw: (doc: Drawing) => void): Promise<Buffer> {
  const date = new Date(`${day}T12:00:00Z`);
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    info: { Title: title, Creator: 'Omicon demo laboratory', Producer: 'Omicon', CreationDate: date },
  });
  const parts: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part));
    doc.on('end', () => resolve());
    doc.on('error', reject);
  });
  draw(doc);
  doc.end();
  await ended;
  return Buffer.concat(parts);
}

/** Title of a page with one line below it. */
export function drawHeading(doc: Drawing, title: string, line: string): void {
  doc.font('Helvetica-Bold').fontSize(13).fillColor(INK);
  doc.text(title, PAGE.margin, 26, { lineBreak: false });
  doc.font('Helvetica').fontSize(7.5).fillColor(FAINT);
  doc.text(line, PAGE.margin, 43, { lineBreak: false });
}

/** Small text that never wraps. */
export function drawLabel(
  doc: Drawing,
  text: string,
  position: { x: number; y: number; size?: number; isFaint?: boolean; endsAt?: boolean },
): void {
  doc
    .font('Helvetica')
    .fontSize(position.size ?? 7)
    .fillColor(position.isFaint ? FAINT : INK);
  const x = position.endsAt ? position.x - doc.widthOfString(text) : position.x;
  doc.text(text, x, position.y, { lineBreak: false });
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A thin line from point to point. */
export function drawRule(doc: Drawing, from: readonly [number, number], to: readonly [number, number]): void {
  doc
    .moveTo(...from)
    .lineTo(...to)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke();
}

/** Colour step of a standardised value: negative below the mean, 0 for missing values. */
function colourStep(value: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.max(-STEPS, Math.min(STEPS, Math.round((value / REACH) * STEPS)));
}

function fillOperator(step: number): string {
  const share = Math.abs(step) / STEPS;
  const end = step < 0 ? LOW : HIGH;
  return `${end.map((part) => (1 - share * (1 - part)).toFixed(3)).join(' ')} rg`;
}

/**
 * Heat map of standardised values, rows x columns, from blue through white to orange.
 * Cells of one colour are one path with neighbours merged: a page of 4,000 cells takes about 15 kB.
 */
export function drawHeatMap(doc: Drawing, rows: readonly Float64Array[], box: Box): void {
  const columns = rows[0]?.length ?? 0;
  const paths = new Map<number, string[]>();
  rows.forEach((row, y) => {
    for (let x = 0; x < columns; ) {
      const step = colourStep(numberAt(row, x));
      let end = x + 1;
      while (end < columns && colourStep(numberAt(row, end)) === step) end += 1;
      if (step !== 0) {
        const path = paths.get(step) ?? [];
        path.push(`${x} ${y} ${end - x} 1 re`);
        paths.set(step, path);
      }
      x = end;
    }
  });
  const scale = `${(box.width / columns).toFixed(5)} 0 0 ${(box.height / rows.length).toFixed(5)}`;
  doc.addContent(`q ${scale} ${box.x} ${box.y} cm`);
  for (const [step, path] of [...paths].sort(([a], [b]) => a - b)) {
    doc.addContent(`${fillOperator(step)}\n${path.join('\n')}\nf`);
  }
  doc.addContent('Q');
  doc.rect(box.x, box.y, box.width, box.height).lineWidth(0.5).strokeColor(RULE).stroke();
}

/** Key of the heat map: the ends of its scale in standard deviations. */
export function drawHeatMapKey(doc: Drawing, { x, y }: { x: number; y: number }): void {
  const steps = Float64Array.from({ length: 2 * STEPS + 1 }, (_, index) => ((index - STEPS) / STEPS) * REACH);
  drawHeatMap(doc, [steps], { x, y, width: 68, height: 6 });
  drawLabel(doc, `-${REACH} SD`, { x: x - 3, y, size: 5.5, isFaint: true, endsAt: true });
  drawLabel(doc, `+${REACH} SD`, { x: x + 71, y, size: 5.5, isFaint: true });
}

/** Bars above and below a base line, one per value. */
export function drawBars(doc: Drawing, values: Float64Array, box: Box): void {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const middle = box.y + box.height / 2;
  const step = box.width / values.length;
  for (const [colour, sign] of [
    [ORANGE, 1],
    [BLUE, -1],
  ] as const) {
    values.forEach((value, index) => {
      if (Math.sign(value) !== sign) return;
      const height = (Math.abs(value) / largest) * (box.height / 2);
      doc.rect(box.x + index * step, sign > 0 ? middle - height : middle, step * 0.86, height);
    });
    doc.fillColor(colour).fill();
  }
  drawRule(doc, [box.x, middle], [box.x + box.width, middle]);
}

/** One horizontal bar, with its name on the left and its value on the right. */
export function drawNamedBar(
  doc: Drawing,
  bar: { name: string; text: string; share: number; colour: string },
  box: Box,
): void {
  drawLabel(doc, bar.name, { x: box.x - 4, y: box.y + 1, size: 6, endsAt: true });
  const width = Math.max(0.5, bar.share * box.width);
  doc
    .rect(box.x, box.y, width, box.height - 2)
    .fillColor(bar.colour)
    .fill();
  drawLabel(doc, bar.text, { x: box.x + width + 3, y: box.y + 1, size: 6, isFaint: true });
}
