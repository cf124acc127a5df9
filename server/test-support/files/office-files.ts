/** Office files built part by part, so that tests can choose their faults. */
import { utils, write } from '@e965/xlsx';
import { type ZipEntry, zipOf } from '@omicon/intake/tree/test-zip.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const WORDS = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument';

/** Parts by path; `null` omits a default part. */
export type Parts = Readonly<Record<string, string | Buffer | null>>;

/** The parts as entries of an archive, in order. */
function toEntries(parts: Parts): ZipEntry[] {
  return Object.entries(parts).flatMap(([name, content]) => (content === null ? [] : [{ name, content }]));
}

function contentTypes(...parts: { part: string; type: string }[]): string {
  const defaults = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>`;
  const overrides = parts.map(({ part, type }) => `<Override PartName="/${part}" ContentType="${type}"/>`);
  return `${XML}<Types xmlns="${PACKAGE}/content-types">${defaults}${overrides.join('')}</Types>`;
}

/** A relationship part; each entry is id, type (its last word) and target, external ones with a colon in the target. */
export function relationships(...all: [id: string, type: string, target: string][]): string {
  const list = all.map(([id, type, target]) => {
    const mode = target.includes(':') ? ' TargetMode="External"' : '';
    return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode}/>`;
  });
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
}

/** The XML of a sheet with these cells, each `<c ...>`. */
export function sheetXml(cells: string, prologue = ''): string {
  return `${XML}${prologue}<worksheet xmlns="${SHEETS}"><sheetData>${cells}</sheetData></worksheet>`;
}

/** A cell with inline text. */
export function textCell(cell: string, text: string): string {
  return `<c r="${cell}" t="inlineStr"><is><t>${text}</t></is></c>`;
}

export function workbookParts(parts: Parts = {}, sheetNames: readonly string[] = ['Genes']): Parts {
  const sheets = sheetNames.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId1"/>`);
  return {
    '[Content_Types].xml': contentTypes(
      { part: 'xl/workbook.xml', type: `${TYPE}.spreadsheetml.sheet.main+xml` },
      { part: 'xl/sharedStrings.xml', type: `${TYPE}.spreadsheetml.sharedStrings+xml` },
    ),
    '_rels/.rels': relationships(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${XML}<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/worksheets/sheet1.xml': sheetXml(`<row r="1">${textCell('A1', 'IDH1')}</row>`),
    ...parts,
  };
}

export function xlsxOf(parts: Parts = {}, sheetNames?: readonly string[]): Buffer {
  return zipOf(toEntries(workbookParts(parts, sheetNames)));
}

/** The XML of a document with this body. */
export function documentXml(body: string, prologue = ''): string {
  const spaces = `xmlns:w="${WORDS}" xmlns:r="${OFFICE}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`;
  return `${XML}${prologue}<w:document ${spaces}><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/></w:sectPr></w:body></w:document>`;
}

export function paragraph(text: string): string {
  return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
}

/** A picture in a separate paragraph. */
export function picture(relationship: string, attribute: 'embed' | 'link' = 'embed'): string {
  return `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="952500" cy="952500"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip r:${attribute}="${relationship}"/></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="952500" cy="952500"/></a:xfrm></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
}

export function documentParts(parts: Parts = {}): Parts {
  return {
    '[Content_Types].xml': contentTypes({
      part: 'word/document.xml',
      type: `${TYPE}.wordprocessingml.document.main+xml`,
    }),
    '_rels/.rels': relationships(['rId1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': documentXml(paragraph('Covariation of oligodendrocyte genes')),
    ...parts,
  };
}

export function docxOf(parts: Parts = {}): Buffer {
  return zipOf(toEntries(documentParts(parts)));
}

/** A valid workbook of two sheets, as a spreadsheet program writes it. */
export function aWorkbook(bookType: 'xlsx' | 'biff8'): Buffer {
  const book = utils.book_new();
  const genes = utils.aoa_to_sheet([
    ['Gene', 'kME', 'Module'],
    ['IDH1', 0.93, 'turquoise'],
    ['OLIG2', -0.125, 'blue'],
    ['Sum', { t: 'n', v: 0.805, f: 'SUM(B2:B3)' }, { t: 'b', v: true }],
  ]);
  utils.book_append_sheet(book, genes, 'Genes');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Sample'], ['GSM97793']]), 'Samples');
  return Buffer.from(write(book, { type: 'buffer', bookType }));
}

const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A valid document with a table and a picture. */
export function aDocument(): Buffer {
  const cell = (text: string) =>
    `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${paragraph(text)}</w:tc>`;
  const row = (...texts: string[]) => `<w:tr>${texts.map(cell).join('')}</w:tr>`;
  const rows = [
    row('Gene', 'kME', 'Module'),
    row('IDH1', '0.93', 'turquoise'),
    row('OLIG2', '-0.125', 'blue'),
  ];
  return docxOf({
    'word/document.xml': documentXml(
      `${paragraph('Covariation of oligodendrocyte genes')}<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/></w:tblPr>${rows.join('')}</w:tbl>${picture('rId1')}`,
    ),
    'word/_rels/document.xml.rels': relationships(['rId1', 'image', 'media/image1.png']),
    'word/media/image1.png': DOT,
  });
}
