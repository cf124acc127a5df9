import { Group, Text } from '@mantine/core';
import type { AttributeMap } from '@omicon/domain/data-map/data-map.ts';
import { useCallback } from 'react';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';
import { countOf, formatCount } from '../../../ui/text/format.ts';
import type { Mapping } from '../use-draft-map.ts';
import { AttributeTable } from './AttributeTable.tsx';
import { errorsOf, keepAll, listForeign, rowsOf, withAttribute } from './attribute-rows.ts';
import { DraftSection } from './DraftSection.tsx';

/** Attributes of the map that the sheet cannot give, and their removal. */
function Foreign({ map, proposal, edit }: Mapping) {
  const foreign = listForeign(map, proposal);
  if (foreign.length === 0) return null;
  const columns = new Set(foreign.map(({ column }) => column));
  return (
    <Group gap="sm">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Not in this sheet: {[...columns].join(', ')}
      </Text>
      <SecondaryButton
        onClick={() => edit({ attributes: map.attributes.filter(({ column }) => !columns.has(column)) })}
      >
        Remove {countOf(foreign.length, 'attribute')}
      </SecondaryButton>
    </Group>
  );
}

/** What becomes an attribute of the samples, under which name. */
export function AttributesSection(mapping: Mapping) {
  const { map, proposal, faults, edit } = mapping;
  const onChange = useCallback(
    (column: string, change: Partial<AttributeMap>) =>
      edit(({ attributes }) => ({ attributes: withAttribute(attributes, column, change) })),
    [edit],
  );
  if (map.sheet === null) return null;
  const rows = rowsOf(map, proposal.sheet_columns);
  const constant = rows.filter(({ sheetColumn }) => sheetColumn.kind === 'constant');
  const varying = rows.filter(({ sheetColumn }) => sheetColumn.kind !== 'constant');
  const left = varying.filter(({ attribute }) => attribute?.is_kept !== true);
  const kept = rows.filter(({ attribute }) => attribute?.is_kept === true).length;
  const keepLeft = () =>
    edit({
      attributes: keepAll(
        map.attributes,
        left.map(({ sheetColumn }) => sheetColumn.column),
      ),
    });
  const table = { errors: errorsOf(map.attributes, faults), onChange };
  return (
    <DraftSection title="Attributes">
      <Group gap="sm">
        <Text size="sm">
          {formatCount(kept)} of {countOf(rows.length, 'column')} are kept as attributes of the samples.
        </Text>
        {left.length > 0 && (
          <SecondaryButton onClick={keepLeft}>
            Keep {left.length === varying.length ? 'all' : 'the other'} {formatCount(left.length)}
          </SecondaryButton>
        )}
      </Group>
      <Foreign {...mapping} />
      {varying.length > 0 && <AttributeTable label="Columns of the sheet" rows={varying} {...table} />}
      {constant.length > 0 && (
        <details>
          <summary>{countOf(constant.length, 'column')} with one value</summary>
          <AttributeTable label="Columns with one value" rows={constant} {...table} />
        </details>
      )}
    </DraftSection>
  );
}
