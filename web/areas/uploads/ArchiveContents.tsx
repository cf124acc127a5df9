import { Code, Text } from '@mantine/core';
import { Fragment } from 'react';
import classes from './uploads.module.css';

interface FileOfArchive {
  /** path in the archive; `GSE1` stands for the name of the study, `10-00-00` for a time */
  path: string;
  /** what is in it, its first line above all */
  content: string;
}

/** Files of the folder form, in the order in which they are read. */
const FILES: Readonly<Record<'collection' | 'analysis', readonly FileOfArchive[]>> = {
  collection: [
    {
      path: 'GSE1_makeDC_10-00-00/GSE1_DC_attributes.csv',
      content: 'Attribute, Value: Title, Source, Accession ID, PubMed ID, Number of Samples, Availability',
    },
    {
      path: 'GSE1_makeDC_10-00-00/GSE1_sample_attributes.csv',
      content: 'Index, Label, and a column for each attribute: one line for each sample',
    },
    {
      path: 'GSE1_makeDC_10-00-00/GSE1_DS1_10-00-00/GSE1_DS1_attributes.csv',
      content:
        'Attribute, Value: Title, Version (A.1), Technology, Platform, Analyte, Unique Identifier (SYMBOL, PROBEID …), Quantification Scale',
    },
    {
      path: 'GSE1_makeDC_10-00-00/GSE1_DS1_10-00-00/GSE1_DS1_sample_attributes.csv',
      content: 'the samples of this data set, as above',
    },
    {
      path: 'GSE1_makeDC_10-00-00/GSE1_DS1_10-00-00/GSE1_DS1_feature_metadata.csv',
      content: 'Index, the unique identifier, and further columns such as SYMBOL: one line for each feature',
    },
    {
      path: 'GSE1_makeDC_10-00-00/GSE1_DS1_10-00-00/GSE1_DS1.csv',
      content:
        'the matrix: the unique identifier and the labels of the samples, then one line for each feature',
    },
  ],
  analysis: [
    {
      path: 'GSE1_Modules/GSE1_makeFM_10-00-00/GSE1_project_attributes.csv',
      content:
        'Attribute, Value: Title, Analyst, Input Datasets (title and version of a stored data set), Availability, Similarity, Overlap, Merge By, Merge Parameter',
    },
    {
      path: 'GSE1_Modules/GSE1_makeFM_10-00-00/Bicor-None_p2_GSE1_network_statistics.csv',
      content: 'one line for each network: its parameters and its number of modules',
    },
    {
      path: 'GSE1_Modules/GSE1_makeFM_10-00-00/Bicor-None_signum0.831_minSize8_merge_ME_0.85_4500/',
      content:
        'Module_eigengenes_….csv, Module_statistics_….csv, kME_table_….csv, Modules_….pdf, and the tables of enrichment',
    },
  ],
};

/** What an archive contains, for people who put one together themselves. */
export function ArchiveContents({ kind }: { kind: 'collection' | 'analysis' }) {
  return (
    <details className={classes.contents}>
      <summary>What the archive contains</summary>
      <Text size="sm" maw="72ch" my="xs">
        Put the files below into one folder, and the folder into a zip archive. Columns are separated by
        commas.
      </Text>
      <dl className={classes.files}>
        {FILES[kind].map(({ path, content }) => (
          <Fragment key={path}>
            <dt>
              <Code>{path}</Code>
            </dt>
            <dd>{content}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}
