/**
 * Small parts of three public ontologies: the terms that demo samples use, and the ancestors that searches descend
 * from. Identifiers and parents are those of MONDO (CC BY 4.0), UBERON (CC BY 3.0) and NCBITaxon (CC0); ancestors that
 * no search needs are skipped, and their children are attached to the next one above.
 */

/** Identifier, name, `is_a` parents, `part_of` parents. */
type Term = readonly [id: string, name: string, isA: string, partOf: string];

const MONDO: readonly Term[] = [
  ['MONDO:0000001', 'disease', '', ''],
  ['MONDO:0700096', 'human disease', 'MONDO:0000001', ''],
  ['MONDO:0005071', 'nervous system disorder', 'MONDO:0700096', ''],
  ['MONDO:0005070', 'neoplasm', 'MONDO:0700096', ''],
  ['MONDO:0004992', 'cancer', 'MONDO:0005070', ''],
  ['MONDO:0021248', 'nervous system neoplasm', 'MONDO:0005070 MONDO:0005071', ''],
  ['MONDO:0021193', 'neuroepithelial neoplasm', 'MONDO:0021248', ''],
  ['MONDO:0021042', 'glioma', 'MONDO:0021193', ''],
  ['MONDO:0100342', 'malignant glioma', 'MONDO:0004992 MONDO:0021042', ''],
  ['MONDO:0021637', 'low grade glioma', 'MONDO:0021042', ''],
  ['MONDO:0021639', 'grade II glioma', 'MONDO:0021637', ''],
  ['MONDO:0021640', 'grade III glioma', 'MONDO:0100342', ''],
  ['MONDO:0021636', 'astrocytic tumor', 'MONDO:0021042', ''],
  ['MONDO:0016680', 'high grade astrocytic tumor', 'MONDO:0021636 MONDO:0100342', ''],
  ['MONDO:0018177', 'glioblastoma', 'MONDO:0016680', ''],
  ['MONDO:0016681', 'gliosarcoma', 'MONDO:0018177', ''],
  ['MONDO:0019781', 'astrocytoma (excluding glioblastoma)', 'MONDO:0021636', ''],
  ['MONDO:0016684', 'anaplastic astrocytoma', 'MONDO:0016680 MONDO:0019781', ''],
  ['MONDO:0018744', 'oligodendroglial tumor', 'MONDO:0100342', ''],
  ['MONDO:0016695', 'oligodendroglioma', 'MONDO:0018744 MONDO:0021639', ''],
  ['MONDO:0016696', 'anaplastic oligodendroglioma', 'MONDO:0018744 MONDO:0021640', ''],
];

const UBERON: readonly Term[] = [
  ['UBERON:0001062', 'anatomical entity', '', ''],
  ['UBERON:0000062', 'organ', 'UBERON:0001062', ''],
  ['UBERON:0001016', 'nervous system', 'UBERON:0001062', ''],
  ['UBERON:0001017', 'central nervous system', 'UBERON:0001062', 'UBERON:0001016'],
  ['UBERON:0000955', 'brain', 'UBERON:0000062', 'UBERON:0001017'],
  ['UBERON:0002616', 'regional part of brain', 'UBERON:0001062', 'UBERON:0000955'],
  ['UBERON:0001890', 'forebrain', 'UBERON:0002616', 'UBERON:0000955'],
  ['UBERON:0001893', 'telencephalon', 'UBERON:0002616', 'UBERON:0001890'],
  ['UBERON:0001869', 'cerebral hemisphere', 'UBERON:0001062', 'UBERON:0000955 UBERON:0001893'],
  ['UBERON:0016526', 'lobe of cerebral hemisphere', 'UBERON:0001062', 'UBERON:0001869'],
  ['UBERON:0016525', 'frontal lobe', 'UBERON:0016526', ''],
  ['UBERON:0001871', 'temporal lobe', 'UBERON:0016526', ''],
  ['UBERON:0001872', 'parietal lobe', 'UBERON:0016526', ''],
  ['UBERON:0002021', 'occipital lobe', 'UBERON:0016526', ''],
  ['UBERON:0001873', 'caudate nucleus', 'UBERON:0001062', 'UBERON:0001893'],
  ['UBERON:0002028', 'hindbrain', 'UBERON:0002616', 'UBERON:0000955'],
  ['UBERON:0001895', 'metencephalon', 'UBERON:0001062', 'UBERON:0002028'],
  ['UBERON:0002037', 'cerebellum', 'UBERON:0002616', 'UBERON:0001895 UBERON:0002028'],
  ['UBERON:0002298', 'brainstem', 'UBERON:0002616', 'UBERON:0000955'],
];

const NCBITAXON: readonly Term[] = [
  ['NCBITaxon:1', 'root', '', ''],
  ['NCBITaxon:33208', 'Metazoa', 'NCBITaxon:1', ''],
  ['NCBITaxon:40674', 'Mammalia', 'NCBITaxon:33208', ''],
  ['NCBITaxon:9443', 'Primates', 'NCBITaxon:40674', ''],
  ['NCBITaxon:9605', 'Homo', 'NCBITaxon:9443', ''],
  ['NCBITaxon:9606', 'Homo sapiens', 'NCBITaxon:9605', ''],
];

/** OBO text of one ontology: a header, then one stanza per term. */
function oboLines(ontology: string, terms: readonly Term[]): string[] {
  const names = new Map(terms.map(([id, name]) => [id, name]));
  const parents = (list: string, tag: string): string[] =>
    list
      .split(' ')
      .filter((id) => id !== '')
      .map((id) => `${tag} ${id} ! ${names.get(id) ?? id}`);
  const stanzas = terms.flatMap(([id, name, isA, partOf]) => [
    '',
    '[Term]',
    `id: ${id}`,
    `name: ${name}`,
    ...parents(isA, 'is_a:'),
    ...parents(partOf, 'relationship: part_of'),
  ]);
  return [
    'format-version: 1.2',
    `ontology: ${ontology}`,
    'remark: subset, terms used by the demo laboratory and their ancestors',
    ...stanzas,
  ];
}

/** Ontology files by name. */
export const ONTOLOGIES: ReadonlyMap<string, string[]> = new Map([
  ['mondo', oboLines('mondo', MONDO)],
  ['uberon', oboLines('uberon', UBERON)],
  ['ncbitaxon', oboLines('ncbitaxon', NCBITAXON)],
]);
