/** A PDF of one page with the text "Modules of GSE4271", and content added by a test. */

interface PdfOptions {
  /** further entries of the catalog and of the page */
  catalog?: string;
  page?: string;
  /** further entries of the trailer */
  trailer?: string;
  /** further objects, numbered from 6 */
  objects?: readonly string[];
}

export function pdfOf({ catalog = '', page = '', trailer = '', objects = [] }: PdfOptions): Buffer {
  const content = 'BT /F1 24 Tf 72 720 Td (Modules of GSE4271) Tj ET';
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${page} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...objects,
  ];
  let text = '%PDF-1.7\n';
  const offsets = all.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = all.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}
