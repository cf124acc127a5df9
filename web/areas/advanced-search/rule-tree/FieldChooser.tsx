import type { QueryField } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { fieldKey, fieldLabel, type Rule } from '@omicon/domain/query/query.ts';
import { RULE_KINDS } from '@omicon/domain/query/rules/rule-kinds.ts';
import { type Ref, useState } from 'react';
import { Select } from '../../../ui/form/options/Select.tsx';
import { ruleFor } from '../rules/edit-query.ts';
import { useEditor } from '../rules/editor-context.ts';

const SPECIAL = 'special:';
const FIELD = 'field:';
const PART = 'part:';

function isOffered(field: QueryField, offersTermIds: boolean): boolean {
  return offersTermIds || !field.IsOntologyId;
}

interface FieldChooserProps {
  label: string;
  ref: Ref<HTMLInputElement>;
  onChoose(rule: Rule): void;
}

/** Chooses the field of a new rule; typing narrows the list. Sample rules can match columns by part of their name. */
export function FieldChooser({ label, ref, onChoose }: FieldChooserProps) {
  const { section, fields, offersTermIds } = useEditor();
  const [typed, setTyped] = useState('');
  const special = RULE_KINDS[section];
  const part = typed.trim().replaceAll(/\s+/g, '_');
  const offersPart = section === 'sample' && fieldKey(part) !== '';

  function choose(value: string | null): void {
    if (value === null) return;
    setTyped('');
    if (value.startsWith(PART))
      onChoose({ field: value.slice(PART.length), columns: 'any', operator: 'equal', value: '' });
    else if (value.startsWith(SPECIAL)) {
      const chosen = special[Number(value.slice(SPECIAL.length))];
      if (chosen) onChoose(chosen.initial);
    } else {
      const field = fields.find((each) => each.field === value.slice(FIELD.length));
      if (field) onChoose(ruleFor(field));
    }
  }

  return (
    <Select
      ref={ref}
      size="xs"
      w={260}
      aria-label={label}
      placeholder="Add a rule: choose a field"
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={choose}
      nothingFoundMessage="No field has this in its name"
      maxDropdownHeight={320}
      data={[
        ...special.map((each, index) => ({ value: `${SPECIAL}${index}`, label: each.label })),
        ...fields
          .filter((field) => isOffered(field, offersTermIds))
          .map((field) => ({ value: `${FIELD}${field.field}`, label: fieldLabel(field.field) })),
        ...(offersPart
          ? [{ value: `${PART}${part}`, label: `Columns with “${typed.trim()}” in their name` }]
          : []),
      ]}
    />
  );
}
