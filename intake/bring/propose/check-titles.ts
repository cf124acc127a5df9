/** Findings about the titles of columns: results of tests, several quantities, and the long form of a table. */
import type { Finding } from '@omicon/domain/data-map/data-map.ts';
import { countOf } from '@omicon/domain/records/count-of.ts';
import { quote } from '../../text/read-log.ts';
import { quantitiesOf, testColumns } from './column-titles.ts';
import { finding, listNames, verb } from './finding.ts';
import type { Layout } from './layout.ts';
import type { ReadValues } from './read-values.ts';

function testFindings({ matrix: { file, columns }, leftOut, valueAts }: Layout): Finding[] {
  const ofTests = testColumns(columns);
  if (ofTests.length === 0) return [];
  if (valueAts.length === 0) {
    const sentence = `${quote(file)} has results of a test (${listNames(ofTests)}), no values of samples; give the table from which they were computed.`;
    return [finding('refused', 'only_tests', { file, sentence, count: ofTests.length })];
  }
  const left = ofTests.filter((title) => leftOut.has(title));
  if (left.length === 0) return [];
  const sentence = `${countOf(left.length, 'column')} of results of a test ${verb(left.length)} left out: ${listNames(left)}.`;
  return [finding('warning', 'tests', { file, sentence, count: left.length })];
}

function quantityFindings({ matrix: { file, columns }, leftOut }: Layout): Finding[] {
  const found = quantitiesOf(columns);
  if (found === null) return [];
  const left = columns.filter((title) => leftOut.has(title) && !found.samples.has(title));
  if (left.length === 0) return [];
  const sentence = `The table has several quantities of each sample; ${quote(found.kept.trim())} is used, and ${countOf(left.length, 'other column')} ${verb(left.length)} left out (${listNames(found.others.map((other) => other.trim()))}).`;
  return [finding('warning', 'quantities', { file, sentence, count: left.length })];
}

/** A row for each sample and feature: one column of values, and identifiers that repeat. */
function longFormFindings(
  { matrix: { file }, samplesIn, valueAts }: Layout,
  { features }: ReadValues,
): Finding[] {
  const isLong =
    samplesIn === 'columns' && valueAts.length === 1 && 2 * features.repeated >= features.ids.length;
  if (!isLong) return [];
  const sentence = `${quote(file)} has a row for each sample and feature, as it seems; give a table with a column for each sample.`;
  return [finding('refused', 'long_form', { file, sentence, count: features.repeated })];
}

/** What the titles of the columns say against storing them as values of samples. */
export function checkTitles(layout: Layout, reading: ReadValues): Finding[] {
  if (layout.samplesIn === 'rows') return [];
  return [...testFindings(layout), ...quantityFindings(layout), ...longFormFindings(layout, reading)];
}
