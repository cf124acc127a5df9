import {
  analysisAddress,
  analysisFilesAddress,
  dataCollectionAddress,
  dataSetAddress,
} from '@omicon/contract/addresses.ts';
import { type LineageNode, TRANSFORMATIONS } from '@omicon/contract/areas/lineage.ts';
import type { EntityType } from '@omicon/domain/records/record-kinds.ts';
import { countOf } from '../../ui/text/format.ts';

export type NodeKind = LineageNode['type'];

/** Display names of the kinds. */
export const KIND_NAMES: Readonly<Record<NodeKind, string>> = {
  'Data collection': 'Data collection',
  Dataset: 'Data set',
  transformation: 'Transformation',
  Analysis: 'Analysis',
  'Covariation Network': 'Covariation network',
};

/** `OR: outlier removal` for a transformation, else the name. */
export function fullName({ name, code }: LineageNode): string {
  return code === null ? name : `${code}: ${TRANSFORMATIONS[code]}`;
}

/** Accessible name of a node. */
export function describeNode(node: LineageNode, hidden: number, isFocus: boolean): string {
  const parts = [
    node.code === null ? `${KIND_NAMES[node.type]} ${node.name}` : fullName(node),
    ...(isFocus ? ['current record'] : []),
    ...(hidden > 0 ? [`${countOf(hidden, 'node')} folded away`] : []),
  ];
  return parts.join(', ');
}

/** Address of a node's record; for a covariation network, of its folder in the analysis. */
export function recordAddress(node: LineageNode, parent: LineageNode | undefined): string | null {
  if (node.record_id === null) return null;
  if (node.type === 'Data collection') return dataCollectionAddress(node.record_id);
  if (node.type === 'Dataset') return dataSetAddress(node.record_id);
  if (node.type === 'Analysis') return analysisAddress(node.record_id);
  const analysis = parent?.type === 'Analysis' ? parent.record_id : null;
  return analysis === null ? null : analysisFilesAddress(analysis, node.name);
}

/** Address of a node's sample attributes; null for nodes without samples and for covariation networks. */
export function samplesAddress({ type, has_samples, record_id }: LineageNode): string | null {
  if (!has_samples || record_id === null) return null;
  if (type === 'Data collection') return dataCollectionAddress(record_id, 'samples');
  if (type === 'Dataset') return dataSetAddress(record_id, 'samples');
  return type === 'Analysis' ? analysisAddress(record_id, 'samples') : null;
}

/** The record kind under which a node's files are listed; null for nodes without files. */
export function entityOf({ type }: LineageNode): EntityType | null {
  if (type === 'Data collection') return 'dc';
  if (type === 'Dataset') return 'ds';
  return type === 'Analysis' ? 'project' : null;
}
