import { writeTable } from '../../../../ui/files/write-table.ts';
import { NA } from '../../../../ui/text/format.ts';
import type { Arrangement, Picture } from '../picture-model.ts';

/**
 * The picture as TSV in the order shown: a line for the eigengene and one for every strip, then a row for every feature
 * with its kME and its values as in the data set. Missing values are empty, attributes without a value NA.
 */
export function writePicture(picture: Picture, { rows, samples }: Arrangement): string {
  const titles = ['Feature', 'kME', ...samples.map((sample) => picture.samples[sample] ?? '')];
  const head = [
    ['Module eigengene', null, ...samples.map((sample) => picture.eigengene[sample] ?? null)],
    ...picture.strips.map(({ attribute, values }) => [
      attribute,
      null,
      ...samples.map((sample) => values[sample] ?? NA),
    ]),
  ];
  const body = rows.map((row) => [
    picture.rows[row]?.feature ?? '',
    picture.rows[row]?.kme ?? null,
    ...samples.map((sample) => picture.values[row]?.[sample] ?? null),
  ]);
  return writeTable(titles, [...head, ...body], 'tsv');
}
