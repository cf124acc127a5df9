/** Tables as text: pasted, or read from a file of unknown origin. */

/** Lines of a text, without its byte order mark. */
export function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
}

/** Separator of the cells of a line: the first of tab, semicolon and comma that it has; null without any. */
export function separatorOf(line: string): string | null {
  return ['\t', ';', ','].find((each) => line.includes(each)) ?? null;
}

/** Cells of a line, trimmed and without double quotation marks; a separator in quotation marks does not split. */
export function splitCells(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    if (letter === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  // An unbalanced mark quotes nothing.
  const all = isQuoted ? line.split(separator) : [...cells, cell];
  return all.map((each) =>
    each
      .trim()
      .replaceAll(/^"+|"+$/g, '')
      .trim(),
  );
}

const NUMBER_LIKE = /^[+-]?\s*(?:[\d.,' ]*\d[\d.,' ]*(?:[e×x*^]\s*[\d.+^e-]*)?%?|inf(?:inity)?|nan)$/i;

/** Whether a cell is meant as a number: also `1,25`, `−1.5`, `1e400`, `Inf` and `<1e-16`, which cannot be read as one. */
export function isNumberLike(cell: string): boolean {
  const plain = cell
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\p{Cf}/gu, '');
  return NUMBER_LIKE.test(plain.trim().replace(/^[<>=~≤≥±]+\s*/, ''));
}

/** Words in titles of columns of names. */
const NAME_TITLE =
  /^(?:x|y|v\d|(?:.*[\s_.-])?(?:genes?|symbols?|names?|ids?|identifiers?|probes?|probe ?sets?|probesets?|features?|samples?|labels?|ensembl|ensg|entrez|hgnc|transcripts?|proteins?|accessions?|rows?|aliase?s?)(?:[\s_.-].*)?|(?:gene|probe|sample|entrez|ensembl|symbol|feature|transcript|protein)(?:id|name|symbol|s)?)$/i;
/** Words in titles of columns of values. */
const VALUE_TITLE =
  /^(?:t|z|f|p|q|r|b|fc|es|nes|auc|(?:.*[\s_.-])?(?:t|z|p|q|stat(?:istic)?s?|scores?|values?|ranks?|weights?|metrics?|fdr|effects?|beta|coef(?:ficient)?s?|estimates?|rho|cor(?:relation)?s?|means?|expression|levels?)(?:[\s_.-].*)?|[tzpq].?(?:val(?:ue)?|adj|stat|score)\w*|padj|adj.*|(?:abs)?log.*|.*fold.*|.*fc|stat\w*|signed.*|kme.*)$/i;

/** Whether a cell of a column of names is its title. IDS is a gene. */
export function isNameTitle(cell: string): boolean {
  return NAME_TITLE.test(cell.trim()) && cell.trim() !== 'IDS';
}

/**
 * Whether the first line of a table of names and values has the titles of its columns: words for names or values, and
 * nothing that is meant as a number.
 */
export function isTitleRow(name: string, value: string): boolean {
  const [nameTitle, valueTitle] = [name.trim(), value.trim()];
  if (valueTitle === '' || isNumberLike(valueTitle)) return false;
  return nameTitle === '' || isNameTitle(nameTitle) || VALUE_TITLE.test(valueTitle);
}
