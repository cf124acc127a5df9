/** Objects of R and Bioconductor as values with what describes features and samples. */
import { BinaryRefusal } from '../../binary-form.ts';
import { cellsOf, frameOf, namesOf, type RTable, withColumns } from './columns.ts';
import { type Grid, gridOf } from './grid.ts';
import { classesOf, elementsOf, isNumbers, type RValue, slotOf, stringsOf, variableOf } from './r-value.ts';

export interface Experiment {
  /** such as ExpressionSet */
  className: string;
  grid: Grid;
  /** as written: hgu133a */
  platform: string;
  featureNames: string[] | null;
  sampleNames: string[] | null;
  features: RTable | null;
  samples: RTable | null;
  /** whether its class says that columns are single cells */
  isSingleCell: boolean;
  notes: string[];
}

/** Lists of limma and edgeR, by class: where their parts are. */
const LISTS: Readonly<Record<string, { values: string; samples: string; features: string }>> = {
  DGEList: { values: 'counts', samples: 'samples', features: 'genes' },
  EList: { values: 'E', samples: 'targets', features: 'genes' },
};

/** Undefined for a class that is not known. @throws BinaryRefusal */
export function experimentOf(value: RValue): Experiment | undefined {
  const grid = gridOf(value);
  if (grid !== undefined) return experiment(value, grid, {});
  const list = LISTS[classesOf(value)[0] ?? ''];
  if (list !== undefined) {
    return experiment(value, matrixOf(variableOf(value, list.values), list.values), {
      features: frameOf(variableOf(value, list.features)),
      samples: frameOf(variableOf(value, list.samples)),
    });
  }
  if (slotOf(value, 'assayData') !== undefined) return ofExpressionSet(value);
  if (slotOf(value, 'assays') !== undefined && slotOf(value, 'colData') !== undefined)
    return ofSummarized(value);
  return undefined;
}

function experiment(value: RValue, grid: Grid, parts: Parts): Experiment {
  const { features = null, samples = null, notes = [] } = parts;
  return {
    className: classesOf(value)[0] ?? 'object',
    grid,
    platform: parts.platform ?? '',
    featureNames: grid.rowNames ?? parts.featureNames ?? features?.rowNames ?? null,
    sampleNames: grid.columnNames ?? samples?.rowNames ?? null,
    features: fitting(features, grid.rows, 'features', notes),
    samples: fitting(samples, grid.columns, 'samples', notes),
    isSingleCell: parts.isSingleCell ?? false,
    notes,
  };
}

interface Parts {
  features?: RTable | null | undefined;
  samples?: RTable | null | undefined;
  featureNames?: string[] | null;
  platform?: string;
  isSingleCell?: boolean;
  notes?: string[];
}

/** Null for a table of another length than the values have, which is noted. */
function fitting(frame: RTable | null, length: number, of: string, notes: string[]): RTable | null {
  if (frame === null || frame.length === length) return frame;
  notes.push(`The table of ${of} has ${frame.length} rows for ${length} ${of} and is left out.`);
  return null;
}

function matrixOf(value: RValue | undefined, name: string): Grid {
  const grid = value === undefined ? undefined : gridOf(value);
  if (grid !== undefined) return grid;
  const found = value === undefined ? 'is not there' : `is of class "${classesOf(value)[0] ?? ''}"`;
  throw new BinaryRefusal(`The matrix "${name}" of the object ${found}; save the matrix alone.`);
}

function ofExpressionSet(value: RValue): Experiment {
  return experiment(value, matrixOf(variableOf(slotOf(value, 'assayData'), 'exprs'), 'exprs'), {
    features: frameOf(slotOf(slotOf(value, 'featureData'), 'data')),
    samples: frameOf(slotOf(slotOf(value, 'phenoData'), 'data')),
    platform: stringsOf(slotOf(value, 'annotation'))?.[0] ?? '',
  });
}

function ofSummarized(value: RValue): Experiment {
  const held = slotOf(value, 'assays');
  // Before Bioconductor 3.10, the list was in an environment.
  const simple = slotOf(held, 'data') ?? variableOf(slotOf(held, '.xData'), 'data');
  const assays = elementsOf(slotOf(simple, 'listData') ?? simple) ?? [];
  const chosen = assays.find(({ name }) => name === 'counts') ?? assays[0];
  const notes: string[] = [];
  if (assays.length > 1) {
    const names = assays.map(({ name }) => name || 'without a name').slice(0, 20);
    notes.push(`Of the assays ${names.join(', ')}, ${chosen?.name || 'the first'} is taken.`);
  }
  const ranges = slotOf(value, 'rowRanges');
  const features = frameOf(slotOf(ranges ?? value, 'elementMetadata'));
  return experiment(value, matrixOf(chosen?.value, chosen?.name || 'the first assay'), {
    features: features === undefined ? undefined : withPlaces(features, ranges),
    samples: frameOf(slotOf(value, 'colData')),
    featureNames: namesOf(slotOf(value, 'NAMES')) ?? namesOfRanges(ranges),
    isSingleCell: slotOf(value, 'int_colData') !== undefined,
    notes,
  });
}

/** Ranges have names, lists of ranges the names of their parts. */
function namesOfRanges(ranges: RValue | undefined): string[] | null {
  return namesOf(slotOf(slotOf(ranges, 'ranges') ?? slotOf(ranges, 'partitioning'), 'NAMES'));
}

/** Features with their chromosome, start, end and strand, if each has one range. */
function withPlaces(features: RTable, ranges: RValue | undefined): RTable {
  const [chromosomes, strands] = [slotOf(ranges, 'seqnames'), slotOf(ranges, 'strand')];
  const starts = slotOf(slotOf(ranges, 'ranges'), 'start');
  const widths = slotOf(slotOf(ranges, 'ranges'), 'width');
  if (chromosomes === undefined || strands === undefined || !isNumbers(starts) || !isNumbers(widths))
    return features;
  const { length } = features;
  const [chromosome, strand] = [cellsOf(chromosomes, length), cellsOf(strands, length)];
  if (chromosome === null || strand === null || starts.length !== length || widths.length !== length)
    return features;
  const end = (index: number) => String((starts.at(index) ?? 0) + (widths.at(index) ?? 0) - 1);
  const places = [
    { title: 'seqnames', at: chromosome },
    { title: 'start', at: (index: number) => String(starts.at(index) ?? '') },
    { title: 'end', at: end },
    { title: 'strand', at: strand },
  ];
  return withColumns(features, places);
}
