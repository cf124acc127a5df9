/** Hostile and broken docx files, and a file in the old Word format. */
import { zipOf } from '@omicon/intake/tree/test-zip.ts';
import {
  aWorkbook,
  documentParts,
  documentXml,
  docxOf,
  type Parts,
  paragraph,
  picture,
  relationships,
  xlsxOf,
} from '../../files/office-files.ts';
import {
  ELSEWHERE,
  EMPTY,
  type HostileFile,
  HTML,
  laughs,
  misnamed,
  noPreview,
  RUN,
  refused,
  SVG,
  WEB_PAGE,
  zeros,
} from './parts.ts';

const REPORT = 'Covariation of oligodendrocyte genes';

/** A document with this body and these relationships. */
function docxWith(body: string, related: Parameters<typeof relationships> = [], parts: Parts = {}): Buffer {
  return docxOf({
    'word/document.xml': documentXml(paragraph(REPORT) + body),
    'word/_rels/document.xml.rels': relationships(...related),
    ...parts,
  });
}

export const DOCUMENTS: HostileFile[] = [
  {
    name: 'foreign-page.docx',
    bytes: docxWith('<w:altChunk r:id="rId1"/>', [['rId1', 'aFChunk', 'page.html']], {
      'word/page.html': HTML,
    }),
    answer: { shows: [] },
  },
  {
    name: 'external-image.docx',
    bytes: docxWith(picture('rId1', 'link') + picture('rId1'), [['rId1', 'image', `${ELSEWHERE}/seen.png`]]),
    answer: { shows: [] },
  },
  {
    name: 'drawing-image.docx',
    bytes: docxWith(picture('rId1'), [['rId1', 'image', 'media/image1.svg']], {
      'word/media/image1.svg': SVG,
    }),
    answer: { shows: [] },
  },
  {
    name: 'external-template.docx',
    bytes: docxOf({
      'word/settings.xml':
        '<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:attachedTemplate r:id="rId1"/></w:settings>',
      'word/_rels/settings.xml.rels': relationships([
        'rId1',
        'attachedTemplate',
        `${ELSEWHERE}/template.dotm`,
      ]),
      'word/_rels/document.xml.rels': relationships(['rId1', 'settings', 'settings.xml']),
    }),
    answer: { shows: [] },
  },
  {
    name: 'script-link.docx',
    bytes: docxWith(
      `<w:p><w:hyperlink r:id="rId1"><w:r><w:t>run</w:t></w:r></w:hyperlink></w:p><w:p><w:hyperlink r:id="rId2"><w:r><w:t>leave</w:t></w:r></w:hyperlink></w:p>`,
      [
        ['rId1', 'hyperlink', `javascript:${RUN}`],
        ['rId2', 'hyperlink', `${ELSEWHERE}/left`],
      ],
    ),
    answer: { shows: [] },
  },
  {
    name: 'styles.docx',
    bytes: docxWith('', [['rId1', 'styles', 'styles.xml']], {
      'word/styles.xml': `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="x"><w:name w:val="x"/><w:rPr><w:color w:val="red;background:url(${ELSEWHERE}/style.png)}&lt;/style&gt;&lt;script&gt;${RUN}&lt;/script&gt;"/></w:rPr></w:style></w:styles>`,
    }),
    answer: { shows: [] },
  },
  {
    name: 'laughs.docx',
    bytes: docxOf({ 'word/document.xml': documentXml(paragraph('&l9;'), laughs('w:document')) }),
    answer: noPreview('"word/document.xml" defines entities, which office files never do.'),
  },
  {
    name: 'bomb.docx',
    bytes: docxOf({ 'word/media/image1.png': zeros(100) }),
    answer: noPreview('"word/media/image1.png" is packed more than 200 to 1.'),
  },
  {
    name: 'nested.docx',
    bytes: docxOf({
      'word/document.xml': documentXml(
        `${'<w:tbl><w:tr><w:tc>'.repeat(20_000)}${'</w:tc></w:tr></w:tbl>'.repeat(20_000)}`,
      ),
    }),
    answer: noPreview('"word/document.xml" is nested too deeply.'),
  },
  {
    name: 'endless.docx',
    bytes: docxWith(paragraph('x').repeat(150_000)),
    answer: noPreview('It has too many parts to be drawn.'),
  },
  { name: 'page.docx', bytes: Buffer.from(HTML), answer: misnamed('docx', WEB_PAGE) },
  { name: 'drawing.docx', bytes: Buffer.from(SVG), answer: misnamed('docx', 'plain text') },
  { name: 'workbook.docx', bytes: xlsxOf(), answer: misnamed('docx', 'an Excel workbook') },
  {
    name: 'checksum.docx',
    bytes: zipOf(
      Object.entries(documentParts()).map(([name, content]) => ({
        name,
        content: content ?? '',
        checksum: 1,
      })),
    ),
    answer: refused(/its checksum is wrong\.$/),
  },
  { name: 'empty.docx', bytes: Buffer.alloc(0), answer: EMPTY },
  {
    name: 'old.doc',
    bytes: aWorkbook('biff8'),
    answer: {
      status: 415,
      sentence: 'Preview is not supported for files of this kind. Please download to view the file.',
    },
  },
];
