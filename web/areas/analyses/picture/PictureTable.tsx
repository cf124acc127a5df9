import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { labelOf } from '@omicon/domain/records/samples/value-labels.ts';
import { collectSampleRows } from '../../../actions/collect/collect-rows.tsx';
import type { Column } from '../../../ui/grid/columns.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import type { Arrangement, Picture } from './picture-model.ts';

/** More columns would be unreadable and slow; the TSV has all. */
export const MAX_FEATURE_COLUMNS = 60;

interface SampleRow {
  sample: string;
  index: number;
}

/** The numbers of a picture: a row for every sample, a column for every strip and feature. */
export function PictureTable({
  picture,
  arrangement,
  hrefOf,
}: {
  picture: Picture;
  arrangement: Arrangement;
  /** page of a feature; null if it has none */
  hrefOf(feature: string): string | null;
}) {
  const dataSet = picture.input_data_set_id;
  const columns: Column<SampleRow>[] = [
    { key: 'sample', title: 'Sample', kind: 'identifier', width: 170 },
    {
      key: 'eigengene',
      title: 'Module eigengene',
      kind: 'decimal',
      width: 150,
      value: ({ index }) => picture.eigengene[index] ?? null,
    },
    ...picture.strips.map(
      ({ attribute, values, value_labels }, strip): Column<SampleRow> => ({
        key: `strip ${strip}`,
        title: displayAttribute(attribute),
        width: 140,
        value: ({ index }) => labelOf(values[index] ?? null, value_labels),
      }),
    ),
    ...(picture.values.length === 0 ? [] : arrangement.rows.slice(0, MAX_FEATURE_COLUMNS)).map(
      (row): Column<SampleRow> => {
        const feature = picture.rows[row]?.feature ?? '';
        return {
          key: `feature ${row}`,
          title: feature,
          kind: 'decimal',
          width: 130,
          headHref: hrefOf(feature),
          value: ({ index }) => picture.values[row]?.[index] ?? null,
        };
      },
    ),
  ];
  return (
    <DataGrid
      name="module-picture"
      caption="Values of the picture"
      columns={columns}
      rows={arrangement.samples.map((index) => ({ sample: picture.samples[index] ?? '', index }))}
      pageSize={50}
      {...(dataSet === null ? {} : { chosenAction: collectSampleRows(dataSet) })}
      rowKey={({ sample }) => sample}
    />
  );
}
