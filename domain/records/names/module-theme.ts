/** What a module is about, in a few words: from the gene set that is most enriched in it. */

/** A gene set enriched in a module. */
export interface EnrichedSet {
  number: number;
  name: string;
  category: string | null;
  /** number of genes */
  size: number | null;
  p: number;
}

/** Sets whose -log10 P is at least this share of the best one's say much the same; the clearest of them is the theme. */
const SHARE_OF_BEST = 0.75;
/** Larger sets say little about a module. */
const LARGEST = 300;

/** A name of a cell says more than one of a process that many cells have. */
function isOfCellType({ category }: EnrichedSet): boolean {
  return category !== null && /cell ?type/i.test(category);
}

/**
 * The set that names a module: of those about as enriched as the best, a set of a cell type comes first, then one of at
 * most 300 genes, then the one with the smallest P.
 * @param sets enriched beyond chance
 */
export function chooseThemeSet(sets: readonly EnrichedSet[]): EnrichedSet | null {
  const best = Math.min(...sets.map(({ p }) => p));
  const alike = sets.filter(({ p }) => Math.log10(p) <= SHARE_OF_BEST * Math.log10(best));
  const isSmall = ({ size }: EnrichedSet) => size !== null && size <= LARGEST;
  const [first = null] = alike.toSorted(
    (a, b) =>
      Number(isOfCellType(b)) - Number(isOfCellType(a)) ||
      Number(isSmall(b)) - Number(isSmall(a)) ||
      a.p - b.p ||
      a.number - b.number,
  );
  return first;
}

/** Names of collections with which names of sets begin; they say where a set is from, not what it is about. */
const COLLECTIONS =
  /^(?:GO_?(?:BP|CC|MF)|GO|HALLMARK|KEGG(?:_MEDICUS)?|REACTOME|BIOCARTA|PID|WP|HP|PANGLAO(?:DB)?|CELLMARKER|MSIGDB)_/;
/** Words that are written in their own case. */
const SPELLINGS = new Map(
  `ATP ADP GTP GDP cAMP NAD NADH NADPH DNA RNA mRNA rRNA tRNA miRNA snRNA ncRNA MHC HLA TCR BCR NK NKT GBM LGG ECM EMT ER
   UV pH UPR TNF TNFA NFKB TGF TGFB VEGF EGF EGFR FGF FGFR PDGF IGF INSR MAPK ERK JNK PI3K AKT MTOR MTORC1 JAK STAT WNT
   NOTCH BMP SMAD HIV MYC KRAS RAS RHO GPCR ERBB TLR NOD NMDA AMPA GABA CNS OPC OPCs NPC NSC ESC iPSC pDC ROS NER HDR
   IRES UTR V1 V2 II III IV`
    .split(/\s+/)
    .map((spelling) => [spelling.toUpperCase(), spelling]),
);
const MOST_LETTERS = 40;

function wordOf(token: string): string {
  return SPELLINGS.get(token) ?? (/\d/.test(token) || token.length === 1 ? token : token.toLowerCase());
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** At most 40 letters, whole words; what is cut is marked. */
function shortened(text: string): string {
  if (text.length <= MOST_LETTERS) return text;
  const cut = text.slice(0, MOST_LETTERS - 1);
  return `${cut.slice(0, cut.includes(' ') ? cut.lastIndexOf(' ') : cut.length)}…`;
}

/**
 * The name of a gene set as a theme: `microglia` for PANGLAO_MICROGLIA, `DNA repair` for HALLMARK_DNA_REPAIR. Names that
 * are not in capitals keep their spelling.
 */
export function themeOfSetName(name: string): string {
  const isInCapitals = name === name.toUpperCase() && name.includes('_');
  if (!isInCapitals) return shortened(name.replaceAll('_', ' ').trim().replaceAll(/\s+/g, ' '));
  const about = name.replace(COLLECTIONS, '');
  const words = about
    .split('_')
    .filter((token) => token !== '')
    .map(wordOf);
  // Without a collection, the first word is most often an author.
  return shortened(about === name ? capitalize(words.join(' ')) : words.join(' '));
}

const THEME_FOLLOWS = ' · ';

/** A module as people call it: `turquoise · microglia`; its colour alone if it has no theme. */
export function moduleLabel({ name, theme }: { name: string; theme: string | null }): string {
  return theme === null ? name : `${name}${THEME_FOLLOWS}${theme}`;
}

/** The colour in the label of a module, which people type without the theme. */
export function colourOfLabel(label: string): string {
  return label.split(THEME_FOLLOWS, 1).join('');
}
