import type { QueryField } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { fieldKey, fieldLabel } from '@omicon/domain/query/query.ts';
import { Select } from '../../../../ui/form/options/Select.tsx';
import { takeFocus } from '../take-focus.ts';

interface AttributeSelectProps {
  label: string;
  /** the attributes offered, without those that have ontology ids */
  fields: readonly QueryField[];
  /** blank before one is chosen; a link may spell it in another way */
  chosen: string;
  isFresh?: boolean;
  onChange(attribute: string | undefined): void;
}

/** The field of an attribute, in any spelling. */
export function fieldOf(fields: readonly QueryField[], attribute: string): QueryField | undefined {
  return fields.find(({ field }) => fieldKey(field) === fieldKey(attribute));
}

/** The attribute of a rule that is about other records than those of its section. */
export function AttributeSelect({ label, fields, chosen, isFresh = false, onChange }: AttributeSelectProps) {
  const offered = fields.filter((field) => !field.IsOntologyId);
  const known = fieldOf(offered, chosen)?.field;
  const attributes = [
    ...(known === undefined && chosen !== '' ? [chosen] : []),
    ...offered.map(({ field }) => field),
  ];
  return (
    <Select
      size="xs"
      label={label}
      placeholder="Choose an attribute"
      ref={isFresh ? takeFocus : null}
      searchable
      nothingFoundMessage="No attribute has this in its name"
      maxDropdownHeight={320}
      data={attributes.map((value) => ({ value, label: fieldLabel(value) }))}
      value={chosen === '' ? null : (known ?? chosen)}
      onChange={(attribute) => onChange(attribute ?? undefined)}
    />
  );
}
