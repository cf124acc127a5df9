/** Hostile and broken PDFs, tables and texts. */
import { zipOf } from '@omicon/intake/tree/test-zip.ts';
import { pdfOf } from '../../files/pdf-files.ts';
import {
  AS_BYTES,
  ELSEWHERE,
  type HostileFile,
  HTML,
  MEBIBYTE,
  misnamed,
  PROTOTYPES,
  RUN,
  refused,
  type StoppedFile,
  SVG,
  WEB_PAGE,
} from './parts.ts';

const CSV_FAULT = refused('Error while previewing the file');

export const PDFS: HostileFile[] = [
  {
    name: 'javascript.pdf',
    bytes: pdfOf({ catalog: `/OpenAction << /S /JavaScript /JS (app.alert(1);${RUN}) >>` }),
    answer: AS_BYTES,
  },
  {
    name: 'launch.pdf',
    bytes: pdfOf({ catalog: '/OpenAction << /S /Launch /F (/bin/sh) >>' }),
    answer: AS_BYTES,
  },
  {
    name: 'address.pdf',
    bytes: pdfOf({
      catalog: `/OpenAction << /S /URI /URI (${ELSEWHERE}/pdf) >>`,
      page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 600 800] /A << /S /URI /URI (javascript:${RUN}) >> >>]`,
    }),
    answer: AS_BYTES,
  },
  {
    name: 'embedded.pdf',
    bytes: pdfOf({
      catalog:
        '/Names << /EmbeddedFiles << /Names [(run.html) << /Type /Filespec /F (run.html) /EF << /F 6 0 R >> >>] >> >>',
      objects: [`<< /Type /EmbeddedFile /Length ${HTML.length} >>\nstream\n${HTML}\nendstream`],
    }),
    answer: AS_BYTES,
  },
  {
    name: 'encrypted.pdf',
    bytes: pdfOf({
      trailer: `/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
    }),
    answer: AS_BYTES,
  },
  { name: 'cut-off.pdf', bytes: pdfOf({}).subarray(0, 200), answer: AS_BYTES },
  { name: 'page.pdf', bytes: Buffer.from(`%PDF-1.7\n${HTML}`), answer: AS_BYTES },
  { name: 'drawing.pdf', bytes: Buffer.from(`%PDF-1.7\n${SVG}`), answer: AS_BYTES },
  {
    name: 'also-a-zip.pdf',
    bytes: Buffer.concat([pdfOf({}), zipOf([{ name: 'run.html', content: HTML }])]),
    answer: AS_BYTES,
  },
  { name: 'head-only.pdf', bytes: Buffer.from('%PDF-1.7\n'), answer: AS_BYTES },
];

export const STOPPED_FILES: readonly StoppedFile[] = [
  {
    name: 'page-alone.pdf',
    bytes: Buffer.from(HTML),
    fault: 'The file is not a PDF; it holds a web page (HTML).',
  },
  {
    name: 'drawing-alone.pdf',
    bytes: Buffer.from(SVG),
    fault: 'The file is not a PDF; it holds plain text.',
  },
  { name: 'empty.pdf', bytes: Buffer.alloc(0), fault: 'The file is not a PDF; it is empty.' },
];

const FORMULAS = [
  `=HYPERLINK("${ELSEWHERE}","click")`,
  `=cmd|' /C calc'!A0`,
  '@SUM(1+1)*cmd',
  '+1+1',
  '-2+3',
  '=IMPORTXML(1)',
];
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

export const TEXTS: HostileFile[] = [
  {
    name: 'formulas.csv',
    bytes: Buffer.from(`formula\n${FORMULAS.map(quoted).join('\n')}\n`),
    answer: { shows: FORMULAS },
  },
  {
    name: 'prototypes.csv',
    bytes: Buffer.from(`${PROTOTYPES.join(',')}\npolluted,polluted,polluted\n`),
    answer: { shows: [...PROTOTYPES, 'polluted'] },
  },
  { name: 'million-columns.csv', bytes: Buffer.from(`${','.repeat(999_999)}\n`), answer: AS_BYTES },
  { name: 'half-million-rows.csv', bytes: Buffer.from('1\n'.repeat(500_000)), answer: AS_BYTES },
  {
    name: 'unbalanced.csv',
    bytes: Buffer.from(`a,b\n"${'never closed,'.repeat(50_000)}`),
    answer: CSV_FAULT,
  },
  { name: 'one-line.csv', bytes: Buffer.from('x'.repeat(MEBIBYTE)), answer: { shows: ['x'.repeat(1000)] } },
  { name: 'quotes-only.csv', bytes: Buffer.from('"'.repeat(MEBIBYTE - 1)), answer: CSV_FAULT },
  { name: 'nul.csv', bytes: Buffer.from('a,b\n1\0,\0\n'), answer: misnamed('csv', 'binary data') },
  {
    name: 'utf-16.csv',
    bytes: Buffer.from('\ufeffGene,kME\nIDH1,0.9\n', 'utf16le'),
    answer: misnamed('csv', 'UTF-16 text'),
  },
  { name: 'latin-1.csv', bytes: Buffer.from('Label\nM\xfcller\n', 'latin1'), answer: { shows: ['ller'] } },
  {
    name: 'right-to-left.csv',
    bytes: Buffer.from('Label\n\u202egnp.exe\u202c\n\u2066x\u2069\n'),
    answer: { shows: ['\u202egnp.exe\u202c'] },
  },
  { name: 'page.csv', bytes: Buffer.from(HTML.replaceAll('"', "'")), answer: misnamed('csv', WEB_PAGE) },
  { name: 'drawing.csv', bytes: Buffer.from(SVG.replaceAll('"', "'")), answer: { shows: ['onload'] } },
  { name: 'empty.csv', bytes: Buffer.alloc(0), answer: AS_BYTES },
  { name: 'page.txt', bytes: Buffer.from(HTML), answer: misnamed('txt', WEB_PAGE) },
  { name: 'drawing.txt', bytes: Buffer.from(SVG), answer: { shows: [SVG] } },
  { name: 'page.R', bytes: Buffer.from(HTML), answer: misnamed('r', WEB_PAGE) },
  { name: 'empty.txt', bytes: Buffer.alloc(0), answer: AS_BYTES },
  { name: 'empty.R', bytes: Buffer.alloc(0), answer: AS_BYTES },
];
