/** Names of arrays for their accessions at GEO. */

/** @source titles of the platforms at GEO, shortened as the laboratory's mapping tables are named */
const ARRAYS: ReadonlyMap<string, string> = new Map([
  ['GPL80', 'Affymetrix Hu6800'],
  ['GPL81', 'Affymetrix MG U74Av2'],
  ['GPL85', 'Affymetrix RG U34A'],
  ['GPL91', 'Affymetrix U95A'],
  ['GPL96', 'Affymetrix U133A'],
  ['GPL97', 'Affymetrix U133B'],
  ['GPL339', 'Affymetrix MOE430A'],
  ['GPL341', 'Affymetrix RAE230A'],
  ['GPL570', 'Affymetrix U133 Plus 2.0'],
  ['GPL571', 'Affymetrix U133A 2.0'],
  ['GPL1261', 'Affymetrix Mouse 430 2.0'],
  ['GPL1355', 'Affymetrix Rat 230 2.0'],
  ['GPL4133', 'Agilent 4x44K G4112F'],
  ['GPL5175', 'Affymetrix HuEx 1.0 ST'],
  ['GPL6102', 'Illumina HumanWG-6 V2'],
  ['GPL6104', 'Illumina HumanRef-8 V2'],
  ['GPL6244', 'Affymetrix HuGene 1.0 ST'],
  ['GPL6246', 'Affymetrix MoGene 1.0 ST'],
  ['GPL6480', 'Agilent 4x44K G4112F'],
  ['GPL6883', 'Illumina HumanRef-8 V3'],
  ['GPL6884', 'Illumina HumanWG-6 V3'],
  ['GPL6885', 'Illumina MouseRef-8 V2'],
  ['GPL6887', 'Illumina MouseWG-6 V2'],
  ['GPL6947', 'Illumina HumanHT-12 V3'],
  ['GPL7202', 'Agilent Mouse 4x44K G4122F'],
  ['GPL8300', 'Affymetrix U95Av2'],
  ['GPL8490', 'Illumina HumanMethylation27'],
  ['GPL10558', 'Illumina HumanHT-12 V4'],
  ['GPL11532', 'Affymetrix HuGene 1.1 ST'],
  ['GPL13534', 'Illumina HumanMethylation450'],
  ['GPL16686', 'Affymetrix HuGene 2.0 ST'],
  ['GPL17077', 'Agilent 8x60K v2'],
  ['GPL17586', 'Affymetrix HTA 2.0'],
  ['GPL21145', 'Illumina MethylationEPIC'],
]);

const FILLERS = new Set([
  'affymetrix',
  'array',
  'beadchip',
  'expression',
  'genechip',
  'genome',
  'human',
  'the',
]);

/** What tells an array from others: `Affymetrix Human Genome U133A Array` and `Affymetrix U133A` are one. */
function platformKey(name: string): string {
  const words = name.toLowerCase().split(/[^a-z0-9.]+/);
  return words
    .filter((word) => word !== '' && !FILLERS.has(word))
    .map((word) => (/^v\d+\.0$/.test(word) ? word.slice(0, -2) : word))
    .join('');
}

/** An array as mapping tables name it, else by the best known name. @param written accession at GEO, or a name */
export function platformName(written: string, known: readonly string[]): string {
  const accession = /\bGPL\d{1,7}\b/.exec(written.slice(0, 500))?.[0];
  const name = ARRAYS.get(accession ?? '') ?? written.trim();
  const key = platformKey(name);
  return known.find((platform) => platformKey(platform) === key) ?? name;
}
