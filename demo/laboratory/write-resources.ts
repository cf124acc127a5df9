import { bareLine, quotedLine, writeTable } from '@omicon/pipeline/files/csv.ts';
import { ALIASES, ENSEMBL_AND_OMIM, ENTREZ_IDS, ENZYMES, GO_TERMS } from './gene-identifiers.ts';
import { demoGeneSets } from './gene-sets.ts';
import { ONTOLOGIES } from './ontologies.ts';
import { writeCellTypes } from './write-cell-types.ts';

/** Release of the mapping tables; a folder name in the form of the laboratory. */
const MAPPING_RELEASE = '2024-01-15';

async function writeGeneSets(folder: string): Promise<void> {
  const geneSets = demoGeneSets();
  for (const { set_id, genes } of geneSets) await writeTable(`${folder}/${set_id}.csv`, [...genes]);
  const header = ['SetID', 'SetName', 'Category', 'SetSize', 'Species', 'PubMed', 'Description'];
  const lines = geneSets.map(({ set_id, name, category, genes, species, description }) =>
    quotedLine([set_id, name, category, genes.length, species, '', description]),
  );
  await writeTable(`${folder}/MyGeneSetsLEGEND.csv`, [quotedLine(header), ...lines]);
}

type Pair = readonly [string, string];

/** Pairs of a symbol and each of its further fields. */
function pairsOf(table: ReadonlyMap<string, readonly string[]>): Pair[] {
  return [...table].flatMap(([symbol, fields]) => fields.map((field): Pair => [symbol, field]));
}

/** Ensembl numbers and OMIM entries share one table; Ensembl writes eleven digits. */
function ensemblAndOmimPairs(): { ensembl: Pair[]; omim: Pair[] } {
  const rows = [...ENSEMBL_AND_OMIM];
  return {
    ensembl: rows.map(([symbol, [number = '']]) => [symbol, `ENSG${number.padStart(11, '0')}`]),
    omim: rows.map(([symbol, [, entry = '']]) => [symbol, entry]),
  };
}

/** Terms of a gene joined by ` | `, the form of the laboratory's GO table. */
function goPairs(): Pair[] {
  const terms = new Map<string, string[]>();
  for (const [term, genes] of GO_TERMS) {
    for (const gene of genes) terms.set(gene, [...(terms.get(gene) ?? []), term]);
  }
  return [...terms].map(([gene, found]): Pair => [gene, found.join(' | ')]);
}

async function writeMappingTables(folder: string): Promise<void> {
  const tables = `${folder}/${MAPPING_RELEASE}/homo_sapiens_mapping_tables`;
  const { ensembl, omim } = ensemblAndOmimPairs();
  const write = (from: string, to: string, pairs: readonly Pair[]): Promise<void> =>
    writeTable(`${tables}/${from}/Homo_sapiens_${from}_${to}.csv`, [
      bareLine([from, to]),
      ...[...pairs].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map((pair) => bareLine(pair)),
    ]);
  const swapped = (pairs: readonly Pair[]): Pair[] => pairs.map(([a, b]): Pair => [b, a]);
  const entrez = pairsOf(ENTREZ_IDS);
  await write('SYMBOL', 'ENTREZID', entrez);
  await write('ENTREZID', 'SYMBOL', swapped(entrez));
  await write('SYMBOL', 'ENSEMBL', ensembl);
  await write('ENSEMBL', 'SYMBOL', swapped(ensembl));
  await write('SYMBOL', 'OMIM', omim);
  await write('SYMBOL', 'ENZYME', pairsOf(ENZYMES));
  await write('SYMBOL', 'ALIAS', pairsOf(ALIASES));
  await write('SYMBOL', 'GO', goPairs());
}

/** Probe sets of the Affymetrix U133A array, each with its gene. */
const PROBE_SETS: readonly Pair[] = [
  ['1007_s_at', 'DDR1'],
  ['1053_at', 'RFC2'],
  ['117_at', 'HSPA6'],
  ['121_at', 'PAX8'],
  ['1316_at', 'THRA'],
  ['1405_i_at', 'CCL5'],
  ['1438_at', 'EPHB3'],
  ['200801_x_at', 'ACTB'],
  ['201193_at', 'IDH1'],
  ['201292_at', 'TOP2A'],
  ['201426_s_at', 'VIM'],
  ['201746_at', 'TP53'],
  ['201983_s_at', 'EGFR'],
  ['201984_s_at', 'EGFR'],
  ['203131_at', 'PDGFRA'],
  ['203540_at', 'GFAP'],
  ['203645_s_at', 'CD163'],
  ['204489_s_at', 'CD44'],
  ['209395_at', 'CHI3L1'],
  ['210136_at', 'MBP'],
  ['210512_s_at', 'VEGFA'],
  ['212020_s_at', 'MKI67'],
  ['212581_x_at', 'GAPDH'],
  ['213721_at', 'SOX2'],
  ['213825_at', 'OLIG2'],
  ['214710_s_at', 'CCNB1'],
  ['218678_at', 'NES'],
];

async function writeProbeSets(folder: string): Promise<void> {
  await writeTable(
    `${folder}/${MAPPING_RELEASE}/microarray_mapping_tables/Affymetrix_U133A_PROBEID_SYMBOL.csv`,
    [bareLine(['PROBEID', 'SYMBOL']), ...PROBE_SETS.map((pair) => bareLine(pair))],
  );
}

/** Gene sets, mapping tables, ontologies and a cell type reference, in the folder form of the laboratory's resources. */
export async function writeResources(folder: string, seed: number): Promise<void> {
  await writeGeneSets(`${folder}/genesets`);
  await writeMappingTables(`${folder}/mapping_tables`);
  await writeProbeSets(`${folder}/mapping_tables`);
  await writeCellTypes(`${folder}/cell_types`, seed);
  for (const [name, lines] of ONTOLOGIES) await writeTable(`${folder}/ontologies/${name}.obo`, lines);
}
