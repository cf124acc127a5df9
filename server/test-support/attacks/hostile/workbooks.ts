/** Hostile and broken xls and xlsx files. */
import { CFB } from '@e965/xlsx';
import { zipOf } from '@omicon/intake/tree/test-zip.ts';
import {
  aWorkbook,
  relationships,
  sheetXml,
  textCell,
  workbookParts,
  xlsxOf,
} from '../../files/office-files.ts';
import {
  AS_BYTES,
  ELSEWHERE,
  EMPTY,
  type HostileFile,
  HTML,
  laughs,
  misnamed,
  noise,
  noPreview,
  PROTOTYPES,
  RUN,
  refused,
  SVG,
  WEB_PAGE,
  zeros,
} from './parts.ts';

const DAMAGED_WORKBOOK = noPreview('It is damaged, or not an Excel workbook.');

/** One sheet with these cells in its first row. */
function xlsxWithCells(cells: string): Buffer {
  return xlsxOf({ 'xl/worksheets/sheet1.xml': sheetXml(`<row r="1">${cells}</row>`) });
}

/** A workbook whose sheet is packed incorrectly. */
function xlsxPacked(change: Partial<Parameters<typeof zipOf>[0][number]>): Buffer {
  const entries = Object.entries(workbookParts()).map(([name, content]) => ({
    name,
    content: content ?? '',
  }));
  return zipOf(entries.map((entry) => (entry.name.endsWith('sheet1.xml') ? { ...entry, ...change } : entry)));
}

function sharedStrings(text: string, prologue = ''): string {
  return `<?xml version="1.0"?>${prologue}<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${text}</t></si></sst>`;
}

function encryptedWorkbook(): Buffer {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]));
  CFB.utils.cfb_add(container, '/EncryptedPackage', noise(4096));
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Buffer);
}

/** A compound file whose first chain of sectors leads back to itself. */
function endlessContainer(): Buffer {
  const bytes = aWorkbook('biff8');
  const firstTable = 512 * (1 + bytes.readUInt32LE(76));
  for (let sector = 0; sector < 100; sector += 1) bytes.writeUInt32LE(sector % 2, firstTable + 4 * sector);
  return bytes;
}

const MANY_SHEETS = Array.from({ length: 10_000 }, (_, at) => `Sheet ${at + 1}`);

export const WORKBOOKS: HostileFile[] = [
  {
    name: 'formulas.xlsx',
    bytes: xlsxWithCells(
      `<c r="A1" t="str"><f>HYPERLINK("${ELSEWHERE}","click")</f><v>click</v></c><c r="B1" t="str"><f>cmd|'/C calc'!A0</f><v>calc</v></c>${textCell('C1', '=1+1')}${textCell('D1', '@SUM(1)')}<c r="E1"><f>1+1</f><v>2</v></c>`,
    ),
    answer: { shows: ['"click","calc","=1+1","@SUM(1)","2"'] },
  },
  {
    name: 'prototypes.xlsx',
    bytes: xlsxOf(
      {
        'xl/worksheets/sheet1.xml': sheetXml(
          `<row r="1">${PROTOTYPES.map((name, at) => textCell(`${'ABCDE'[at]}1`, name)).join('')}</row>`,
        ),
      },
      ['__proto__', 'constructor', 'prototype'],
    ),
    answer: { shows: ['["__proto__","constructor","prototype"]', ...PROTOTYPES] },
  },
  {
    name: 'prototype-places.xlsx',
    bytes: xlsxWithCells(
      `${textCell('__proto__', 'polluted')}${textCell('constructor1', 'polluted')}${textCell('ZZZZZZZZ99999999999', 'far')}${textCell('A1', 'IDH1')}`,
    ),
    answer: { shows: ['IDH1'] },
  },
  {
    name: 'laughs-in-strings.xlsx',
    bytes: xlsxOf({ 'xl/sharedStrings.xml': sharedStrings('&l9;', laughs('sst')) }),
    answer: noPreview('"xl/sharedStrings.xml" defines entities, which office files never do.'),
  },
  {
    name: 'laughs-in-sheet.xlsx',
    bytes: xlsxOf({
      'xl/worksheets/sheet1.xml': sheetXml(`<row r="1">${textCell('A1', '&l9;')}</row>`, laughs('worksheet')),
    }),
    answer: noPreview('"xl/worksheets/sheet1.xml" defines entities, which office files never do.'),
  },
  {
    name: 'laughs-in-utf-16.xlsx',
    bytes: xlsxOf({
      'xl/sharedStrings.xml': Buffer.from(`\ufeff${sharedStrings('&l9;', laughs('sst'))}`, 'utf16le'),
    }),
    answer: noPreview('"xl/sharedStrings.xml" defines entities, which office files never do.'),
  },
  {
    name: 'external-entity.xlsx',
    bytes: xlsxOf({
      'xl/sharedStrings.xml': sharedStrings(
        '&e;',
        '<!DOCTYPE sst [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
      ),
    }),
    answer: noPreview('"xl/sharedStrings.xml" defines entities, which office files never do.'),
  },
  {
    name: 'external-links.xlsx',
    bytes: xlsxOf({
      'xl/externalLinks/externalLink1.xml': '<externalLink/>',
      'xl/externalLinks/_rels/externalLink1.xml.rels': relationships([
        'rId1',
        'externalLinkPath',
        `${ELSEWHERE}/book.xlsx`,
      ]),
      'xl/worksheets/_rels/sheet1.xml.rels': relationships(['rId1', 'hyperlink', `javascript:${RUN}`]),
    }),
    answer: { shows: ['IDH1'] },
  },
  {
    name: 'bomb.xlsx',
    bytes: xlsxOf({ 'xl/media/zeros.bin': zeros(100) }),
    answer: noPreview('"xl/media/zeros.bin" is packed more than 200 to 1.'),
  },
  {
    name: 'strings-missing.xlsx',
    bytes: xlsxWithCells('<c r="A1" t="s"><v>7</v></c>'),
    answer: noPreview('Its sheet 1 cannot be read.'),
  },
  {
    name: 'many-bombs.xlsx',
    bytes: xlsxOf(
      Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`xl/media/${at}.bin`, zeros(7)])),
    ),
    answer: refused(/The archive unpacks to \d+ bytes; 64 MiB are allowed\.$/),
  },
  {
    name: 'lying-size.xlsx',
    bytes: xlsxPacked({ content: zeros(40), unpackedSize: 100 }),
    answer: noPreview('"xl/worksheets/sheet1.xml" unpacks to more than it states.'),
  },
  {
    name: 'nested.xlsx',
    bytes: xlsxOf({
      'xl/worksheets/sheet1.xml': sheetXml(`${'<row>'.repeat(50_000)}${'</row>'.repeat(50_000)}`),
    }),
    answer: noPreview('"xl/worksheets/sheet1.xml" is nested too deeply.'),
  },
  {
    name: 'overlap.xlsx',
    bytes: xlsxPacked({ offset: 0 }),
    answer: refused(/^This file cannot be previewed\. ".+" overlaps ".+" in the archive\.$/),
  },
  {
    name: 'checksum.xlsx',
    bytes: xlsxPacked({ checksum: 1 }),
    answer: noPreview('"xl/worksheets/sheet1.xml" is damaged in the archive: its checksum is wrong.'),
  },
  {
    name: 'encrypted-part.xlsx',
    bytes: xlsxPacked({ flags: 0x801 }),
    answer: noPreview('"xl/worksheets/sheet1.xml" is encrypted.'),
  },
  {
    name: 'escaping.xlsx',
    bytes: xlsxOf({ '../../etc/passwd': 'x' }),
    answer: refused(/leads out of its folder\.$/),
  },
  { name: 'encrypted.xlsx', bytes: encryptedWorkbook(), answer: noPreview('It is protected by a password.') },
  {
    name: 'huge-dimension.xlsx',
    bytes: xlsxOf({
      'xl/worksheets/sheet1.xml': sheetXml(`<row r="1">${textCell('A1', 'IDH1')}</row>`).replace(
        '<sheetData>',
        '<dimension ref="A1:XFD1048576"/><sheetData>',
      ),
    }),
    answer: { shows: ['IDH1', '"number_of_rows":1,"number_of_columns":1}'] },
  },
  {
    name: 'far-cell.xlsx',
    bytes: xlsxOf({
      'xl/worksheets/sheet1.xml': sheetXml(
        `<row r="1">${textCell('A1', 'IDH1')}</row><row r="1048576">${textCell('XFD1048576', 'far')}</row><row r="4294967294">${textCell('A4294967294', 'off')}</row>`,
      ),
    }),
    answer: { shows: ['IDH1', '"number_of_rows":1048576,"number_of_columns":16384}'] },
  },
  {
    name: 'ten-thousand-sheets.xlsx',
    bytes: xlsxOf({}, MANY_SHEETS),
    answer: { shows: ['"Sheet 500"]', '"number_of_sheets":10000'] },
  },
  {
    // Twenty-five thousand cells, each the same longest text.
    name: 'repeated-text.xlsx',
    bytes: xlsxOf({
      'xl/sharedStrings.xml': sharedStrings('x'.repeat(32_767)),
      'xl/worksheets/sheet1.xml': sheetXml(
        Array.from(
          { length: 1000 },
          (_, row) => `<row r="${row + 1}">${'<c t="s"><v>0</v></c>'.repeat(25)}</row>`,
        ).join(''),
      ),
    }),
    answer: AS_BYTES,
  },
  { name: 'page.xlsx', bytes: Buffer.from(HTML), answer: misnamed('xlsx', WEB_PAGE) },
  { name: 'drawing.xlsx', bytes: Buffer.from(SVG), answer: misnamed('xlsx', 'plain text') },
  {
    name: 'noise.xlsx',
    bytes: Buffer.concat([Buffer.from('PK\x03\x04'), noise(5000)]),
    answer: refused(/not a zip file/),
  },
  {
    name: 'other-zip.xlsx',
    bytes: zipOf([{ name: 'run.html', content: HTML }]),
    answer: noPreview('It is a zip archive, but no office file.'),
  },
  { name: 'empty.xlsx', bytes: Buffer.alloc(0), answer: EMPTY },
  { name: 'page.xls', bytes: Buffer.from(HTML), answer: misnamed('xls', WEB_PAGE) },
  { name: 'text.xls', bytes: Buffer.from('Gene\tkME\nIDH1\t0.9\n'), answer: misnamed('xls', 'plain text') },
  { name: 'noise.xls', bytes: noise(5000), answer: misnamed('xls', 'binary data') },
  { name: 'cut-off.xls', bytes: aWorkbook('biff8').subarray(0, 700), answer: DAMAGED_WORKBOOK },
  { name: 'endless.xls', bytes: endlessContainer(), answer: DAMAGED_WORKBOOK },
  {
    name: 'noise-inside.xls',
    bytes: Buffer.concat([aWorkbook('biff8').subarray(0, 512), noise(20_000)]),
    answer: DAMAGED_WORKBOOK,
  },
  { name: 'empty.xls', bytes: Buffer.alloc(0), answer: EMPTY },
];
