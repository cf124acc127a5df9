import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SIGNATURE_BYTES, signatureOf } from './file-signature.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** The head of a zip entry with this name, then packed bytes. */
function entry(name: string): Buffer {
  const head = Buffer.alloc(30);
  head.write('PK\x03\x04', 'latin1');
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), deflateRawSync('<xml/>'.repeat(20))]);
}

describe('what a file holds', () => {
  test.each([
    ['%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'pdf', 'a PDF'],
    ['HTTP/1.1 200 OK\r\n\r\n%PDF-1.4\n\0\0', 'pdf', 'a PDF'],
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'png', 'a PNG picture'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'jpeg', 'a JPEG picture'],
    ['GIF89a\x01\0\x01\0', 'gif', 'a GIF picture'],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0', 'xls', 'an Excel 97 workbook or another old Office document'],
    ['PK\x05\x06\0\0\0\0', 'zip', 'a zip archive or Office document'],
    ['RDX3\nX\n\0\0\0\x03', 'rdata', 'R data'],
    ['X\n\0\0\0\x03\0\x04', 'rdata', 'R data'],
    ['A\n3\n262913\n197888\n5\nUTF-8\n', 'rdata', 'R data'],
    ['\x7fELF\x02\x01\x01', 'executable', 'a program'],
    ['MZ\x90\0\x03\0\0\0', 'executable', 'a program'],
    ['<!DOCTYPE html>\n<html>', 'html', 'a web page (HTML)'],
    ['\xef\xbb\xbf\n<!-- saved --> <HTML lang="en">', 'html', 'a web page (HTML)'],
    ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">', 'html', 'a web page (HTML)'],
    ['\xff\xfeG\0e\0n\0e\0', 'binary', 'UTF-16 text'],
    ['\xfe\xff\0G\0e', 'binary', 'UTF-16 text'],
    ['\xff\xfe\0\0G\0\0\0', 'binary', 'UTF-32 text'],
    ['G\0e\0n\0e\0', 'binary', 'binary data'],
    ['\x89HDF\r\n\x1a\n\0', 'binary', 'an HDF5 file'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'binary', 'a WebP picture'],
  ])('of %j is %s, %s', (start, kind, label) => {
    expect(signatureOf(latin1(start))).toEqual({ kind, label });
  });

  test('of an archive is detected from the entry names in its first 4,096 bytes', () => {
    const labels = [
      [entry('[Content_Types].xml'), entry('xl/workbook.xml')],
      [entry('[Content_Types].xml'), entry('word/document.xml')],
      [entry('data/excel/xl/notes.txt')],
      [entry('[Content_Types].xml'), Buffer.alloc(SIGNATURE_BYTES), entry('xl/workbook.xml')],
    ].map((entries) => signatureOf(Buffer.concat(entries))?.label);
    expect(labels).toEqual([
      'an Excel workbook',
      'a Word document',
      'a zip archive or Office document',
      'a zip archive or Office document',
    ]);
  });

  test('of compressed text is never detected as text', () => {
    const packed = gzipSync('Gene,kME\nIDH1,0.93\n'.repeat(500));
    expect(signatureOf(packed)?.kind).toBe('gzip');
    expect(signatureOf(packed.subarray(12))?.kind).toBe('binary');
  });

  test('depends on its first 4,096 bytes alone', () => {
    const start = 'x'.repeat(SIGNATURE_BYTES);
    expect(signatureOf(latin1(`${start}\0\0`))).toBe(null);
    expect(signatureOf(latin1(`${start.slice(1)}\0`))?.kind).toBe('binary');
  });
});

describe('plain text', () => {
  test.each([
    ['nothing', ''],
    ['a table', 'Gene,kME\nIDH1,0.93\n'],
    ['a table of mass to charge ratios', 'MZ,RT\n130.05,12.1\n'],
    ['a column called A', 'A\n3\n7\n'],
    ['UTF-8 with its mark', '\xef\xbb\xbfGene\nM\xc3\xbcller\n'],
    ['Latin-1', 'Label\nM\xfcller\n'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['R code', '#!/usr/bin/env Rscript\nplot(1)\n'],
    ['a text about PDFs', 'Every PDF begins with %PDF-1.4\n'],
    ['a text about web pages', 'Pages begin with <!doctype html>\n'],
    ['a text with an end mark of DOS and colours of a terminal', `${'line\r\n'.repeat(9)}\x1b[0m\x1a`],
  ])('is %s', (_, start) => {
    expect(signatureOf(latin1(start))).toBe(null);
  });

  test('is any text that people can type', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'abcÄ,;\t\n 0.5"ä中🧠'), { maxLength: 50 }), (letters) => {
        expect(signatureOf(Buffer.from(letters.join('')))).toBe(null);
      }),
    );
  });
});

test('a page of many unclosed comments is detected in linear time', () => {
  const started = performance.now();
  expect(signatureOf(latin1('<!-- -->'.repeat(600)))).toBe(null);
  expect(performance.now() - started).toBeLessThan(1000);
});

test('any bytes are detected as something', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
      const signature = signatureOf(bytes);
      expect(signature === null || signature.label.length > 0).toBe(true);
    }),
  );
});
