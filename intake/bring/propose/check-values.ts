/** Findings about the values: what is no number, what was repaired, and what does not fit the scale. */
import type { DataMap, Finding } from '@omicon/domain/data-map/data-map.ts';
import { countOf } from '@omicon/domain/records/count-of.ts';
import { quote } from '../../text/read-log.ts';
import { finding, verb } from './finding.ts';
import { type Layout, valueTitles } from './layout.ts';
import type { ReadValues } from './read-values.ts';
import type { Seen } from './value-survey.ts';

const MAX_LOG2 = 50;

function placeOf(layout: Layout, seen: Seen): Pick<Finding, 'file' | 'line' | 'column' | 'count'> {
  const { line, column, count } = seen;
  return { file: layout.matrix.file, line, column: valueTitles(layout)[column] ?? null, count };
}

function unusualFindings({ survey }: ReadValues, layout: Layout): Finding[] {
  const found: Finding[] = [];
  const { unusual } = survey;
  const text = unusual.get('text');
  if (text !== undefined) {
    const others =
      text.count > 1
        ? `, and ${countOf(text.count - 1, 'other cell')} ${text.count === 2 ? 'is' : 'are'} not`
        : '';
    const sentence = `${quote(text.cell)} is not a number${others}. Correct the file, leave out the column, or make it annotation.`;
    found.push(finding('refused', 'not_numbers', { ...placeOf(layout, text), sentence }));
  }
  const commas = unusual.get('decimal comma');
  if (commas !== undefined) {
    const sentence = `${countOf(commas.count, 'decimal comma')} ${verb(commas.count)} written as points, such as ${quote(commas.cell)}.`;
    found.push(finding('repair', 'decimal_commas', { ...placeOf(layout, commas), sentence }));
  }
  const groups = unusual.get('thousands');
  if (groups !== undefined) {
    const sentence = `${countOf(groups.count, 'number')} ${verb(groups.count)} written without separators of thousands, such as ${quote(groups.cell)}.`;
    found.push(finding('repair', 'thousands', { ...placeOf(layout, groups), sentence }));
  }
  const infinite = unusual.get('infinite');
  if (infinite !== undefined) {
    const sentence = `${countOf(infinite.count, 'infinite value')} ${verb(infinite.count)} written as missing.`;
    found.push(finding('repair', 'infinite', { ...placeOf(layout, infinite), sentence }));
  }
  return [...found, ...wordFindings({ survey }, layout), ...markFindings({ survey }, layout)];
}

function wordFindings({ survey }: Pick<ReadValues, 'survey'>, layout: Layout): Finding[] {
  const words = survey.unusual.get('word');
  if (words === undefined) return [];
  const listed = [...survey.words]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 5)
    .map(([word, count]) => `${quote(word)} (${count.toLocaleString('en')})`);
  const sentence = `${countOf(words.count, 'cell')} ${verb(words.count)} written as missing: ${listed.join(', ')}.`;
  return [finding('repair', 'words', { ...placeOf(layout, words), sentence })];
}

/** Numbers with points beside numbers with commas: one of them may be thousands. */
function markFindings({ survey }: Pick<ReadValues, 'survey'>, layout: Layout): Finding[] {
  const commas = survey.unusual.get('decimal comma');
  if (survey.points === 0 || commas === undefined) return [];
  const sentence = `${countOf(survey.points, 'number')} ${survey.points === 1 ? 'has' : 'have'} a point and ${countOf(commas.count, 'number')} a comma; both are read as decimal marks.`;
  return [
    finding('confirm', 'decimal_marks', { ...placeOf(layout, commas), sentence, count: survey.points }),
  ];
}

function countFindings({ survey }: ReadValues, layout: Layout): Finding[] {
  const { negatives, fractions } = survey;
  const found: Finding[] = [];
  if (negatives !== null) {
    const sentence = `${countOf(negatives.count, 'count')} ${verb(negatives.count)} negative, the first is ${quote(negatives.cell)}. Choose another scale, or correct the file.`;
    found.push(finding('refused', 'negative_counts', { ...placeOf(layout, negatives), sentence }));
  }
  if (fractions !== null) {
    const sentence = `${countOf(fractions.count, 'count')} ${verb(fractions.count)} not a whole number, the first is ${quote(fractions.cell)}.`;
    found.push(finding('warning', 'fractional_counts', { ...placeOf(layout, fractions), sentence }));
  }
  return found;
}

function scaleFindings(reading: ReadValues, layout: Layout, map: DataMap): Finding[] {
  const { survey } = reading;
  const { file } = layout.matrix;
  const found = map.scale === 'counts' ? countFindings(reading, layout) : [];
  if (map.scale !== 'counts' && map.transformation === 'log2 CPM')
    found.push(
      finding('refused', 'transformation', {
        file,
        sentence:
          'log2 CPM is a transformation of counts. Choose counts as scale, or another transformation.',
      }),
    );
  if (map.scale === 'log2' && survey.greatest > MAX_LOG2) {
    const sentence = `The greatest value is ${survey.greatest}; log2 values do not exceed ${MAX_LOG2}. Are these intensities or counts?`;
    found.push(finding('warning', 'not_log2', { file, sentence }));
  }
  if (map.scale === 'beta' && (survey.least < 0 || survey.greatest > 1)) {
    const sentence = `Beta values are from 0 to 1; these are from ${survey.least} to ${survey.greatest}.`;
    found.push(finding('warning', 'not_beta', { file, sentence }));
  }
  const { withoutLogarithm } = survey;
  if (map.transformation === 'log2(x + 1)' && withoutLogarithm !== null) {
    const sentence = `${countOf(withoutLogarithm.count, 'value')} of -1 or less ${withoutLogarithm.count === 1 ? 'has' : 'have'} no log2(x + 1) and will be missing.`;
    found.push(finding('confirm', 'no_logarithm', { ...placeOf(layout, withoutLogarithm), sentence }));
  }
  return found;
}

/** Rows and columns without values, or with the same value everywhere. */
function flatFindings({ survey, samples }: ReadValues, layout: Layout): Finding[] {
  const { file } = layout.matrix;
  const isInColumns = layout.samplesIn === 'columns';
  const columns = { empty: survey.columns.empty.length, constant: survey.columns.constant.length };
  const rows = { empty: survey.emptyRows, constant: survey.constantRows };
  const of = { feature: isInColumns ? rows : columns, sample: isInColumns ? columns : rows };
  const found: Finding[] = [];
  for (const what of ['feature', 'sample'] as const) {
    const { empty, constant } = of[what];
    if (empty > 0) {
      const sentence = `${countOf(empty, what)} ${empty === 1 ? 'has' : 'have'} no value at all.`;
      found.push(finding('warning', `empty_${what}s`, { file, sentence, count: empty }));
    }
    if (constant > 0) {
      const sentence = `${countOf(constant, what)} ${constant === 1 ? 'has' : 'have'} the same value everywhere.`;
      found.push(finding('warning', `constant_${what}s`, { file, sentence, count: constant }));
    }
  }
  return isInColumns ? [...found, ...equalFindings({ survey, samples }, layout)] : found;
}

function equalFindings(
  { survey, samples }: Pick<ReadValues, 'survey' | 'samples'>,
  layout: Layout,
): Finding[] {
  const pairs = survey.columns.equalPairs();
  const [pair] = pairs;
  if (pair === undefined) return [];
  const [first = '', second = ''] = pair.map((at) => samples[at]);
  const others =
    pairs.length > 1
      ? ` ${countOf(pairs.length - 1, 'more pair')} of samples ${pairs.length === 2 ? 'is' : 'are'} equal.`
      : '';
  const sentence = `The samples ${quote(first)} and ${quote(second)} have the same values; is one a copy?${others}`;
  return [
    finding('warning', 'equal_samples', {
      file: layout.matrix.file,
      column: second,
      sentence,
      count: pairs.length,
    }),
  ];
}

/** All findings about values. */
export function checkValues(reading: ReadValues, layout: Layout, map: DataMap): Finding[] {
  return [
    ...unusualFindings(reading, layout),
    ...scaleFindings(reading, layout, map),
    ...flatFindings(reading, layout),
  ];
}
