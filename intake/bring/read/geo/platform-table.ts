import { countOf } from '@omicon/domain/records/count-of.ts';
import type { TextFile } from '../files/text-file.ts';
import { emptyAbout, fault, type Reading, readFeatures } from '../tables/study-parts.ts';
import { checkColumns, type TableLayout } from '../tables/table-rows.ts';

/** Tables of a platform as GEO's page downloads them: `#ID = ...` for each column, the titles, and the rows. */
export async function readPlatformTables(files: readonly TextFile[]): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const text of files) if (/^#ID\s*=/.test(text.head[0] ?? '')) readings.push(await readTable(text));
  return readings;
}

async function readTable(text: TextFile): Promise<Reading> {
  const at = Math.max(
    0,
    text.head.findIndex((line) => !line.startsWith('#')),
  );
  const columns = (text.head[at] ?? '').split('\t');
  checkColumns(text.name, columns);
  const layout: TableLayout = {
    text,
    separator: '\t',
    quoting: 'none',
    linesBefore: at + 1,
    columns,
    endMark: null,
  };
  const kept = await readFeatures(layout);
  const platform = /GPL\d{1,9}/.exec(text.name)?.[0] ?? '';
  return {
    study: {
      form: 'GEO platform',
      sentence: `GEO platform ${platform}, ${countOf(kept.size, 'feature')}`,
      confidence: 0.4,
      files: [{ name: text.name, taken_for: 'platform' }],
      about: emptyAbout({ platform, source: 'GEO' }),
      matrices: [],
      sheets: [],
      features: kept.table(),
      notes: [
        ...kept.notes(),
        fault(text.name, 'A table of a platform has no values: add a series matrix or a table of values.'),
      ],
    },
    used: new Set([text.name]),
    waiting: null,
  };
}
