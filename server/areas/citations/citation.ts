/** Citations: our own items of CSL-JSON, which a library writes as BibTeX and RIS. */
import type { Citation } from '@omicon/contract/areas/citations.ts';
import { Cite } from './citation-js.ts';

/** What is cited. */
export interface CitedItem {
  /** Omicon ID with its version; a word for lists that are computed */
  id: string;
  title: string;
  /** what it is: Data set, Query */
  kind: string;
  /** null if nobody owns it */
  author: string | null;
  issued: Date;
  /** null for what has no versions */
  version: number | null;
  /** with the origin of the portal */
  address: string;
  doi: string | null;
  /** what else a reader needs, a sentence each */
  notes: readonly string[];
}

type DateParts = { 'date-parts': [[number, number, number]] };

/** An item of CSL-JSON. @source https://docs.citationstyles.org/en/stable/specification.html#appendix-iv-variables */
interface CslItem {
  id: string;
  'citation-key': string;
  type: 'dataset';
  title: string;
  author?: [{ literal: string }];
  issued: DateParts;
  accessed: DateParts;
  publisher: string;
  URL: string;
  number: string;
  version?: string;
  DOI?: string;
  note: string;
}

function dateParts(date: Date): DateParts {
  return { 'date-parts': [[date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]] };
}

/** 30 November 2026, in UTC. */
function inWords(date: Date): string {
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** Reference managers read a line break as the end of a field. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function publisherOf(address: string): string {
  return `Omicon, ${new URL(address).host}`;
}

function toCsl({ id, title, author, issued, version, address, doi, notes }: CitedItem, today: Date): CslItem {
  return {
    id,
    'citation-key': id,
    type: 'dataset',
    title: oneLine(title),
    ...(author === null ? {} : { author: [{ literal: oneLine(author) }] }),
    issued: dateParts(issued),
    accessed: dateParts(today),
    publisher: publisherOf(address),
    URL: address,
    number: id,
    ...(version === null ? {} : { version: String(version) }),
    ...(doi === null ? {} : { DOI: doi }),
    note: oneLine([idNote({ id, version }), `Accessed ${inWords(today)}.`, ...notes].join(' ')),
  };
}

/** BibTeX has no field for a version or an Omicon ID. */
function idNote({ id, version }: Pick<CitedItem, 'id' | 'version'>): string {
  return version === null ? `${id}.` : `${id}, version ${version}.`;
}

function toText(item: CitedItem, today: Date): string {
  const { id, title, kind, author, issued, version, address, doi, notes } = item;
  const parts = [
    ...(author === null ? [] : [`${author}.`]),
    `${title}${version === null ? '' : ` (version ${version})`} [${kind} ${id}].`,
    `${publisherOf(address)}, ${issued.getUTCFullYear()}.`,
    ...(doi === null ? [] : [`https://doi.org/${doi}.`]),
    `${address}.`,
    `Accessed ${inWords(today)}.`,
    ...notes,
  ];
  return oneLine(parts.join(' '));
}

/** What LaTeX gives a meaning, as it writes the mark itself. */
const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
};

/** The library either escapes nothing, or leaves out letters for which LaTeX has no command. */
function escapeLatex(text: string): string {
  return (
    text
      .replace(/[\\{}~^<>&%$#_]/g, (mark) => LATEX[mark] ?? `\\${mark}`)
      // Two of them in a row are another character.
      .replace(/(?<=([-`']))\1/g, '{}$1')
  );
}

/** @param today of the citation, which says when the list was seen */
export function citationOf(item: CitedItem, today: Date): Citation {
  const csl = toCsl(item, today);
  const latex = {
    ...csl,
    title: escapeLatex(csl.title),
    note: escapeLatex(csl.note),
    ...(csl.author === undefined ? {} : { author: [{ literal: escapeLatex(csl.author[0].literal) }] }),
  };
  return {
    text: toText(item, today),
    bibtex: new Cite(latex).format('bibtex').trim(),
    ris: new Cite(csl).format('ris').trim(),
    csl: { ...csl },
  };
}
