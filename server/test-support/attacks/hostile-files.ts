/** Hostile and broken files, built byte by byte, with the expected response to their preview. */

import { aDocument, aWorkbook } from '../files/office-files.ts';
import { pdfOf } from '../files/pdf-files.ts';
import { DOCUMENTS } from './hostile/documents.ts';
import type { HostileFile } from './hostile/parts.ts';
import { PDFS, TEXTS } from './hostile/plain-files.ts';
import { WORKBOOKS } from './hostile/workbooks.ts';

export const HOSTILE_FILES: readonly HostileFile[] = [...PDFS, ...TEXTS, ...WORKBOOKS, ...DOCUMENTS];

/** A valid file of each kind. */
export const HONEST_FILES: readonly { name: string; bytes: Buffer }[] = [
  { name: 'honest.csv', bytes: Buffer.from('Gene,kME\nIDH1,0.93\n') },
  { name: 'honest.txt', bytes: Buffer.from('IDH1\n') },
  { name: 'honest.R', bytes: Buffer.from('plot(1)\n') },
  { name: 'honest.pdf', bytes: pdfOf({}) },
  { name: 'honest.xlsx', bytes: aWorkbook('xlsx') },
  { name: 'honest.xls', bytes: aWorkbook('biff8') },
  { name: 'honest.docx', bytes: aDocument() },
];
