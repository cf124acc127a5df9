import { type FeatureMatrix, featureMatrix } from '@omicon/domain/statistics/matrix.ts';
import type { FileTree } from '../records.ts';
import { eachRow, fitRow, withoutEmptyEnd } from '../text/csv-rows.ts';
import { FileReading, ReadLog } from '../text/read-log.ts';
import { isTwoLineHeader } from './read-analyte-data.ts';
import { isSameIdentifierKind } from './read-feature-metadata.ts';

export interface AnalyteMatrix {
  features: string[];
  sampleLabels: string[];
  /** features x samples; NA as NaN */
  matrix: FeatureMatrix;
}

interface Layout {
  identifierColumn: number;
  firstValue: number;
  sampleLabels: string[];
  /** whether the second line is data */
  isSecondData: boolean;
}

/**
 * Reads the values of analyte data in either form. The file was checked at import, so only its layout is detected.
 * @throws IntakeRefusal if the file has changed since it was checked
 */
export async function readMatrix(
  tree: FileTree,
  path: string,
  known: { labels: readonly string[]; uniqueIdentifier: string },
): Promise<AnalyteMatrix> {
  const file = new FileReading(tree, path, new ReadLog());
  const features: string[] = [];
  const rows: Float64Array[] = [];
  let first: string[] | null = null;
  const found: { layout: Layout | null } = { layout: null };
  await eachRow(file, (rawCells, line) => {
    if (first === null) {
      first = withoutEmptyEnd(rawCells.map((cell) => cell.trim()));
      return;
    }
    const cells = fitRow(rawCells, first.length) ?? rawCells;
    if (found.layout === null) {
      const second = cells.map((cell) => cell.trim());
      found.layout = layoutOf(first, second, known);
      if (!found.layout.isSecondData) return;
    }
    const { identifierColumn, firstValue } = found.layout;
    features.push((cells[identifierColumn] ?? '').trim());
    rows.push(Float64Array.from(cells.slice(firstValue), (cell) => file.measuredValue(cell, line, null)));
  });
  const sampleLabels = found.layout?.sampleLabels ?? [];
  const isWhole = file.isFaultless && rows.every((row) => row.length === sampleLabels.length);
  if (!isWhole) throw file.refusal(null, null, 'The analyte data have changed since they were checked.');
  return { features, sampleLabels, matrix: featureMatrix(rows) };
}

function layoutOf(
  first: string[],
  second: string[],
  known: { labels: readonly string[]; uniqueIdentifier: string },
): Layout {
  if (isTwoLineHeader(first, second, [...known.labels])) {
    return { identifierColumn: 1, firstValue: 2, sampleLabels: second.slice(2), isSecondData: false };
  }
  const firstValue = first.length - known.labels.length;
  const named = first
    .slice(0, firstValue)
    .findIndex((name) => isSameIdentifierKind(name, known.uniqueIdentifier));
  return {
    identifierColumn: Math.max(named, 0),
    firstValue,
    sampleLabels: first.slice(firstValue),
    isSecondData: true,
  };
}
