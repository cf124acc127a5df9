/** Findings about samples and features: how many there are, their names, and how they join the sheet. */
import type { DataMap, Finding, IdEvidence } from '@omicon/domain/data-map/data-map.ts';
import { countOf, formatCount } from '@omicon/domain/records/count-of.ts';
import { quote } from '../../text/read-log.ts';
import { finding, listNames, verb } from './finding.ts';
import type { Layout } from './layout.ts';
import type { NameJoin } from './names.ts';
import { shareOf } from './propose-ids.ts';
import { MAX_CELLS, MAX_FEATURES, type ReadValues } from './read-values.ts';

const LEAST_SAMPLES = 3;
/** Columns of a table that the intake reads, two of them are no samples. */
const MOST_SAMPLES = 99_998;
/** Values of a table with samples in rows, which is kept in memory to be turned: 1e9 bytes. */
const MOST_TURNED = 125_000_000;
const VERSIONED = /^ENS[A-Z]{0,6}\d{11}\.\d{1,3}/;

function sizeFindings(reading: ReadValues, layout: Layout): Finding[] {
  const { file } = layout.matrix;
  const { samples, features, survey, isTooLarge } = reading;
  const found: Finding[] = [];
  const refuse = (key: string, sentence: string, count: number) =>
    found.push(finding('refused', key, { file, sentence, count }));
  if (layout.valueAts.length === 0 || survey.least > survey.greatest)
    refuse(
      'no_numbers',
      `${quote(file)} has no column of numbers; choose the columns of values, or another file.`,
      0,
    );
  if (samples.length < LEAST_SAMPLES)
    refuse(
      'few_samples',
      `There ${samples.length === 1 ? 'is' : 'are'} ${countOf(samples.length, 'sample')}; a data set needs at least ${LEAST_SAMPLES}.`,
      samples.length,
    );
  if (samples.length > MOST_SAMPLES)
    refuse(
      'many_samples',
      `There are ${countOf(samples.length, 'sample')}; a data set has at most ${formatCount(MOST_SAMPLES)}. Single cells must be summed by sample first.`,
      samples.length,
    );
  if (isTooLarge)
    refuse(
      'too_large',
      `The table has over ${formatCount(MAX_CELLS)} values or ${formatCount(MAX_FEATURES)} rows (${countOf(layout.valueAts.length, 'column')} of values); split it, or leave columns out.`,
      survey.rows,
    );
  if (layout.samplesIn === 'rows' && layout.valueAts.length * survey.rows > MOST_TURNED)
    refuse(
      'too_large',
      `With samples in rows a table may have ${formatCount(MOST_TURNED)} values; this one has ${formatCount(layout.valueAts.length * survey.rows)}. Turn it, so that samples are in columns.`,
      survey.rows,
    );
  if (features.ids.length === 0)
    refuse('no_features', 'No feature has an identifier; choose another column of identifiers.', 0);
  return found;
}

function nameFindings({ samples, sampleLines }: ReadValues, layout: Layout): Finding[] {
  const { file } = layout.matrix;
  const seen = new Set<string>();
  const repeated: number[] = [];
  const unnamed: number[] = [];
  for (const [at, name] of samples.entries()) {
    if (name === '') unnamed.push(at);
    else if (seen.has(name)) repeated.push(at);
    seen.add(name);
  }
  const place = (at: number) => ({ file, line: sampleLines[at] ?? null });
  const found: Finding[] = [];
  const [firstRepeated, firstUnnamed] = [repeated[0], unnamed[0]];
  if (firstRepeated !== undefined) {
    const name = samples[firstRepeated] ?? '';
    const others =
      repeated.length > 1
        ? ` ${countOf(repeated.length - 1, 'more name')} ${repeated.length === 2 ? 'is' : 'are'} repeated.`
        : '';
    const sentence = `The sample ${quote(name)} appears twice.${others} Rename or remove one in the file.`;
    found.push(
      finding('refused', 'repeated_samples', {
        ...place(firstRepeated),
        column: name,
        sentence,
        count: repeated.length,
      }),
    );
  }
  if (firstUnnamed !== undefined) {
    const sentence = `${countOf(unnamed.length, 'sample')} ${unnamed.length === 1 ? 'has' : 'have'} no name. Name the column in the file, or leave it out.`;
    found.push(
      finding('refused', 'unnamed_samples', { ...place(firstUnnamed), sentence, count: unnamed.length }),
    );
  }
  return found;
}

function joinFindings(join: NameJoin, layout: Layout, { sheets }: { sheets: number }): Finding[] {
  const { sheet } = layout;
  if (sheet === null) {
    if (sheets === 0) return [];
    const sentence = 'No sheet of samples is chosen, so samples have no attributes.';
    return [finding('warning', 'no_sheet', { sentence })];
  }
  const found: Finding[] = [];
  const add = (level: Finding['level'], key: string, names: readonly string[], sentence: string) => {
    if (names.length > 0)
      found.push(finding(level, key, { file: sheet.file, sentence, count: names.length }));
  };
  const { onlyValues, onlySheet, repeated, changed } = join;
  const without = onlyValues.length === 1 ? 'has' : 'have';
  add(
    'warning',
    'samples_without_row',
    onlyValues,
    `${countOf(onlyValues.length, 'sample')} ${without} no row in the sheet, so no attributes: ${listNames(onlyValues)}.`,
  );
  add(
    'warning',
    'rows_without_sample',
    onlySheet,
    `${countOf(onlySheet.length, 'row')} of the sheet ${onlySheet.length === 1 ? 'has' : 'have'} no values and ${verb(onlySheet.length)} left out: ${listNames(onlySheet)}.`,
  );
  add(
    'warning',
    'repeated_rows',
    repeated,
    `${countOf(repeated.length, 'row')} of the sheet ${verb(repeated.length)} for a sample that has one already; the first counts: ${listNames(repeated)}.`,
  );
  const [first] = changed;
  if (first !== undefined) {
    const sentence = `${countOf(changed.length, 'sample')} ${verb(changed.length)} written otherwise in the sheet, such as ${quote(first.label)} for ${quote(first.name)}; names stay as the values have them. R changes names so.`;
    found.push(finding('repair', 'names', { file: sheet.file, sentence, count: changed.length }));
  }
  return found;
}

function unnamedPairs(count: number, { id_kind }: DataMap): string {
  if (count === 0 || id_kind !== 'SYMBOL') return '';
  return ` ${count.toLocaleString('en')} without a symbol ${verb(count)} named by the Entrez ID, such as LOC100130426.`;
}

function featureFindings(
  { features, dates, pairs, withoutIdentifier }: ReadValues,
  layout: Layout,
  map: DataMap,
): Finding[] {
  const place = { file: layout.matrix.file, column: layout.samplesIn === 'columns' ? map.id_column : null };
  const found: Finding[] = [];
  if (withoutIdentifier > 0) {
    const sentence = `${countOf(withoutIdentifier, 'feature')} without an identifier ${verb(withoutIdentifier)} left out.`;
    found.push(finding('repair', 'no_identifier', { ...place, sentence, count: withoutIdentifier }));
  }
  const { ids, repeated } = features;
  if (repeated > 0) {
    const sentence = `${countOf(repeated, 'identifier')} ${repeated === 1 ? 'repeats' : 'repeat'} an earlier one; all rows are kept, and repeats get a number, such as TP53.1.`;
    found.push(finding('repair', 'repeated_ids', { ...place, sentence, count: repeated }));
  }
  if (dates !== null) {
    const sentence = `${countOf(dates.count, 'identifier')} ${verb(dates.count)} a date that a spreadsheet made of a gene symbol; ${quote(dates.cell)} is written as ${quote(dates.written)}.`;
    found.push(finding('repair', 'dates', { ...place, line: dates.line, sentence, count: dates.count }));
  }
  if (pairs !== null) {
    const sentence = `${countOf(pairs.count, 'identifier')} ${verb(pairs.count)} a symbol with an Entrez ID; ${quote(pairs.cell)} is written as ${quote(pairs.written)}, and the other part becomes annotation.${unnamedPairs(pairs.unnamed, map)} Choose the kind "other" to keep them as they are.`;
    found.push(finding('repair', 'id_pairs', { ...place, line: pairs.line, sentence, count: pairs.count }));
  }
  const versioned = ids.filter((id) => VERSIONED.test(id)).length;
  if (versioned > 0) {
    const sentence = `${countOf(versioned, 'identifier')} of Ensembl ${versioned === 1 ? 'has' : 'have'} a version, which is kept.`;
    found.push(finding('warning', 'versions', { ...place, sentence, count: versioned }));
  }
  return found;
}

function recognitionFindings(evidence: readonly IdEvidence[], layout: Layout, map: DataMap): Finding[] {
  const found = evidence.find(({ kind }) => kind === map.id_kind);
  if (found === undefined || found.of === 0 || shareOf(found) >= 0.9) return [];
  const isFew = shareOf(found) < 0.5;
  const sentence = `Only ${formatCount(found.recognized)} of ${countOf(found.of, 'identifier')} are known as ${map.id_kind}${map.id_kind === 'PROBEID' && map.platform !== '' ? ` of ${map.platform}` : ''}. ${isFew ? 'Choose another kind, or confirm that the mapping table is missing.' : 'The others are kept.'}`;
  const place = { file: layout.matrix.file, column: map.id_column, count: found.of - found.recognized };
  return [finding(isFew ? 'confirm' : 'warning', isFew ? 'few_ids' : 'some_ids', { ...place, sentence })];
}

/** All findings about samples and features. */
export function checkSamples(
  reading: ReadValues,
  layout: Layout,
  {
    map,
    join,
    evidence,
    sheets,
  }: { map: DataMap; join: NameJoin; evidence: readonly IdEvidence[]; sheets: number },
): Finding[] {
  return [
    ...sizeFindings(reading, layout),
    ...nameFindings(reading, layout),
    ...joinFindings(join, layout, { sheets }),
    ...featureFindings(reading, layout, map),
    ...recognitionFindings(evidence, layout, map),
  ];
}
