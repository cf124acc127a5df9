import { List, Text } from '@mantine/core';

const FORMS = [
  'GEO: series matrix (GSE…_series_matrix.txt.gz), or SOFT as family, data set or platform',
  'a table of values with a sheet of samples: CSV, TSV, semicolons, Excel or Parquet, features in rows or in columns',
  'counts: NCBI, featureCounts, STAR, RSEM, salmon, kallisto, htseq',
  'the files of a cBioPortal study; MAGE-TAB; GCT; Xena',
  'h5ad, loom, 10x as h5 or text: samples as they are, single cells as sums by sample and cell type',
  'R objects (.rds): matrix, data.frame, ExpressionSet, SummarizedExperiment, SingleCellExperiment',
  'all of these also as gz, or together in a zip archive of up to 128 MiB or a tar archive',
];

/** What is read beside the laboratory’s own folder, named as people know it, and what happens with it. */
export function AboutFiles() {
  return (
    <div>
      <Text c="dimmed" maw="72ch" mb="xs">
        Or the files of a data set in another form: the portal reads them and proposes how to store them; you
        check the proposals. Nothing is stored before you press Store.
      </Text>
      <List size="sm" spacing={2} aria-label="Other forms that are read">
        {FORMS.map((form) => (
          <List.Item key={form}>{form}</List.Item>
        ))}
      </List>
    </div>
  );
}
