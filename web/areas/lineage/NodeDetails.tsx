import { Button, Group } from '@mantine/core';
import type { LineageNode } from '@omicon/contract/areas/lineage.ts';
import { AttributeTable } from '../../ui/layout/AttributeTable.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { countOf } from '../../ui/text/format.ts';
import classes from './lineage.module.css';
import { KIND_NAMES, recordAddress, samplesAddress } from './node-facts.ts';
import { countBelow } from './tree/tree-filter.ts';

export interface NodeActions {
  /** address that shows a file by its key */
  fileHref(key: string): string;
  onToggle(id: string): void;
}

interface NodeDetailsProps extends NodeActions {
  node: LineageNode;
  parent: LineageNode | undefined;
  isFolded: boolean;
}

/** Details of a node: attributes, files and a link to its record. */
export function NodeDetails({ node, parent, isFolded, fileHref, onToggle }: NodeDetailsProps) {
  const record = recordAddress(node, parent);
  const samples = samplesAddress(node);
  const below = countBelow(node);

  return (
    <>
      <Group gap="sm" mb="sm">
        {record !== null && (
          <AddressLink href={record} size="sm">
            Open the {KIND_NAMES[node.type].toLowerCase()}
          </AddressLink>
        )}
        {samples !== null && (
          <AddressLink href={samples} size="sm">
            View Sample Attributes
          </AddressLink>
        )}
        {below > 0 && (
          <Button size="compact-xs" variant="default" onClick={() => onToggle(node.id)}>
            {isFolded ? `Unfold ${countOf(below, 'node')}` : `Fold ${countOf(below, 'node')}`}
          </Button>
        )}
      </Group>
      <h3 className={classes.part}>Attributes</h3>
      {node.attributes.length === 0 && <p className={classes.none}>None are recorded for this step.</p>}
      {node.attributes.length > 0 && <AttributeTable attributes={node.attributes} label="Attributes" />}
      <h3 className={classes.part}>Files</h3>
      {node.files.length === 0 && <p className={classes.none}>This step has no files.</p>}
      <ul className={classes.files}>
        {node.files.map(({ key, name, size }) => (
          <li key={key}>
            <AddressLink href={fileHref(key)} size="sm">
              {name}
            </AddressLink>
            <span className={classes.size}>{size}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
