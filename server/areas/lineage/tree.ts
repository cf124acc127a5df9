/**
 * The lineage tree: collection -> data sets by version code, each derived set behind its transformation, analyses and
 * networks below.
 */
import type { LineageNode } from '@omicon/contract/areas/lineage.ts';
import { formatSize } from '@omicon/domain/files/file-kinds.ts';
import { STEP_ATTRIBUTES } from '@omicon/pipeline/files/program.ts';
import { fileKey } from '../../records/file/file-rows.ts';
import { omiconIdOf, toAttributesOf } from '../../records/lists/replies.ts';
import type { AnalysisRow, CollectionRow, DataSetRow, FileRow, NetworkRow } from './sql.ts';

export interface LineageRows {
  collection: CollectionRow | undefined;
  dataSets: DataSetRow[];
  analyses: AnalysisRow[];
  networks: NetworkRow[];
  files: FileRow[];
}

type Code = NonNullable<LineageNode['code']>;

function filesOf(rows: LineageRows, entity_type: string, owner_id: number): LineageNode['files'] {
  return rows.files
    .filter((file) => file.entity_type === entity_type && file.owner_id === owner_id)
    .map((file) => ({ key: fileKey(file), name: file.name, size: formatSize(file.size_bytes) }));
}

/** Attributes of a record that say how its step was done; none where the record does not say. */
function stepAttributes(attributes: LineageNode['attributes']): LineageNode['attributes'] {
  return STEP_ATTRIBUTES.flatMap((wanted) =>
    attributes.filter(({ name, value }) => name === wanted && value !== null),
  );
}

/** A processing step between its input and its output. */
function transformationNode(code: Code, parentId: string, children: LineageNode[]): LineageNode {
  const first = children[0];
  return {
    id: `${parentId}/${code}/${first?.id ?? ''}`,
    name: code,
    type: 'transformation',
    record_id: null,
    code,
    has_samples: false,
    attributes: code === 'MDC' || first === undefined ? [] : stepAttributes(first.attributes),
    files: [],
    children,
  };
}

function networkNode(network: NetworkRow): LineageNode {
  const id = omiconIdOf('CN', network.id);
  const attributes = [
    { name: 'Similarity', value: network.similarity },
    { name: 'RelSignum', value: network.rel_signum === null ? null : String(network.rel_signum) },
    { name: 'MinSize', value: String(network.min_size) },
    { name: 'Modules', value: String(network.modules) },
  ];
  const enrichment = network.has_enrichment ? [transformationNode('EA', id, [])] : [];
  return {
    id,
    name: network.name,
    type: 'Covariation Network',
    record_id: network.id,
    code: null,
    has_samples: false,
    attributes,
    files: [],
    children: enrichment,
  };
}

function analysisNode(analysis: AnalysisRow, rows: LineageRows): LineageNode {
  return {
    id: omiconIdOf('P', analysis.id),
    name: analysis.title,
    type: 'Analysis',
    record_id: analysis.id,
    code: null,
    has_samples: rows.dataSets.some((dataSet) => dataSet.id === analysis.input_data_set_number),
    attributes: toAttributesOf(analysis),
    files: filesOf(rows, 'project', analysis.version_id),
    children: rows.networks.filter((network) => network.analysis_id === analysis.version_id).map(networkNode),
  };
}

/** The last step of a data set's transformations, as in `RDP OR QN` -> QN. */
function lastCode(dataSet: DataSetRow): Code | null {
  const last = dataSet.transformations.split(' ').at(-1);
  return last === 'OR' || last === 'QN' || last === 'BC' || last === 'RDP' ? last : null;
}

function dataSetNode(dataSet: DataSetRow, rows: LineageRows): LineageNode {
  const id = omiconIdOf('DS', dataSet.id);
  const derived = rows.dataSets
    .filter((other) => other.parent_ds_version === dataSet.ds_version)
    .map((child) => {
      const node = dataSetNode(child, rows);
      const code = lastCode(child);
      return code === null ? node : transformationNode(code, id, [node]);
    });
  const analyses = rows.analyses
    .filter((analysis) => analysis.input_data_set_number === dataSet.id)
    .map((analysis) => transformationNode('FM', id, [analysisNode(analysis, rows)]));
  return {
    id,
    name: `${dataSet.title} ${dataSet.ds_version}`,
    type: 'Dataset',
    record_id: dataSet.id,
    code: null,
    has_samples: dataSet.number_of_samples > 0,
    attributes: toAttributesOf(dataSet),
    files: filesOf(rows, 'ds', dataSet.version_id),
    children: [...derived, ...analyses],
  };
}

/**
 * Records whose parent is not shown are children of the collection: loaded data sets, and data sets and analyses whose
 * input the caller may not read.
 */
export function buildLineage(rows: LineageRows): LineageNode {
  const codes = new Set(rows.dataSets.map((dataSet) => dataSet.ds_version));
  const roots = rows.dataSets.filter(
    (dataSet) => dataSet.parent_ds_version === null || !codes.has(dataSet.parent_ds_version),
  );
  const id = rows.collection ? omiconIdOf('DC', rows.collection.id) : 'collection';
  const loaded = roots.map((dataSet) => {
    const node = dataSetNode(dataSet, rows);
    return transformationNode('MDC', id, [node]);
  });
  const shown = new Set(rows.dataSets.map((dataSet) => dataSet.id));
  const others = rows.analyses
    .filter((analysis) => !shown.has(analysis.input_data_set_number))
    .map((analysis) => transformationNode('FM', id, [analysisNode(analysis, rows)]));
  return {
    id,
    name: rows.collection?.title ?? 'Data collection',
    type: 'Data collection',
    record_id: rows.collection?.id ?? null,
    code: null,
    has_samples: rows.collection !== undefined,
    attributes: rows.collection ? toAttributesOf(rows.collection) : [],
    files: rows.collection ? filesOf(rows, 'dc', rows.collection.version_id) : [],
    children: [...loaded, ...others],
  };
}
