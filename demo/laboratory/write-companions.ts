/** Other files beside an analysis: notes, a script, an overview workbook, a methods document, a long table. */
import { buffer } from 'node:stream/consumers';
import { featureValues } from '@omicon/domain/statistics/matrix.ts';
import { quotedLine, writeBytes, writeTable } from '@omicon/pipeline/files/csv.ts';
import { cellsOf, type LaboratoryDataSet } from '@omicon/pipeline/files/laboratory-data-set.ts';
import { ZipFile } from 'yazl';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument';

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An archive whose bytes depend only on its parts, not on date or time zone. */
async function archiveOf(parts: readonly (readonly [path: string, xml: string])[]): Promise<Buffer> {
  const zip = new ZipFile();
  const options = { mtime: new Date(2024, 0, 15), forceDosTimestamp: true, compress: false, mode: 0o100644 };
  for (const [path, xml] of parts) zip.addBuffer(Buffer.from(XML + xml), path, options);
  zip.end();
  return buffer(zip.outputStream);
}

function officeParts(main: string, type: string): [string, string][] {
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${TYPE}.${type}.main+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="${main}"/></Relationships>`,
    ],
  ];
}

type SheetCell = string | number;

/** A workbook of one sheet. */
function workbookOf(name: string, rows: readonly (readonly SheetCell[])[]): Promise<Buffer> {
  const cell = (value: SheetCell) =>
    typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
  const space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  return archiveOf([
    ...officeParts('xl/workbook.xml', 'spreadsheetml.sheet'),
    [
      'xl/workbook.xml',
      `<workbook ${space} xmlns:r="${OFFICE}"><sheets><sheet name="${escapeXml(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ],
    [
      'xl/worksheets/sheet1.xml',
      `<worksheet ${space}><sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
    ],
  ]);
}

function documentOf(paragraphs: readonly string[]): Promise<Buffer> {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${escapeXml(text)}</w:t></w:r></w:p>`).join('');
  return archiveOf([
    ...officeParts('word/document.xml', 'wordprocessingml.document'),
    [
      'word/document.xml',
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ],
  ]);
}

/** Every value with gene and sample: far over a megabyte, so that it is explored instead of previewed. */
function longTable(dataSet: LaboratoryDataSet): string[] {
  const { features, labels, matrix } = dataSet;
  const diseases = cellsOf(dataSet.sampleAttributes, 'Disease');
  const rows = features.flatMap((gene, feature) => {
    const values = featureValues(matrix, feature);
    return labels.map((label, sample) =>
      quotedLine([gene, label, diseases[sample] ?? null, values[sample] ?? null]),
    );
  });
  return [quotedLine(['SYMBOL', 'Label', 'Disease', 'Value']), ...rows];
}

/** @param target folder of the analysis and the stem of its file names */
export async function writeCompanions(
  dataSet: LaboratoryDataSet,
  { title, target }: { title: string; target: { folder: string; stem: string } },
): Promise<void> {
  const stem = `${target.folder}/${target.stem}`;
  const { labels, features } = dataSet;
  const size = `${features.length} features in ${labels.length} samples`;
  await writeTable(`${stem}_notes.txt`, [
    title,
    '',
    `Input: ${dataSet.title} ${dataSet.version}, ${size}.`,
    'The values were computed for the demo laboratory; no tissue was measured.',
  ]);
  await writeTable(`${stem}_plot_eigengenes.R`, [
    '# Eigengenes of a network over the samples, one line for each module.',
    'eigengenes <- read.csv(Sys.glob("*/Module_eigengenes_*.csv")[1], check.names = FALSE)',
    'matplot(eigengenes[, -(1:2)], type = "l", lty = 1, xlab = "Sample", ylab = "Module eigengene")',
  ]);
  const diseases = Map.groupBy(cellsOf(dataSet.sampleAttributes, 'Disease'), (disease) => disease ?? 'none');
  await writeBytes(
    `${stem}_samples_by_disease.xlsx`,
    await workbookOf('Samples', [
      ['Disease', 'Samples'],
      ...[...diseases].map(([disease, members]): SheetCell[] => [disease, members.length]),
    ]),
  );
  await writeBytes(
    `${stem}_methods.docx`,
    await documentOf([
      title,
      `Modules were sought in ${size} of ${dataSet.title}.`,
      'Similarity is the biweight midcorrelation; modules were merged by the correlation of their eigengenes.',
    ]),
  );
  await writeTable(`${stem}_values_by_sample.csv`, longTable(dataSet));
}
