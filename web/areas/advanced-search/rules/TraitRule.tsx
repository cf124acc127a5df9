import { fieldKey, fieldLabel, TRAIT_SIGNS, type TraitSign } from '@omicon/domain/query/query.ts';
import { TRAIT } from '@omicon/domain/query/rules/trait.ts';
import { Choice } from '../../../ui/form/Choice.tsx';
import { Select } from '../../../ui/form/options/Select.tsx';
import { useEditor } from './editor-context.ts';
import { HigherInInput } from './inputs/HigherInInput.tsx';
import { LimitInput } from './inputs/LimitInput.tsx';
import type { RuleProps } from './RemoveRule.tsx';
import { RuleFrame } from './RuleFrame.tsx';
import { takeFocus } from './take-focus.ts';

const SIGN_LABELS: Readonly<Record<TraitSign, string>> = {
  any: 'Any sign',
  positive: 'Positive r',
  negative: 'Negative r',
};

/** Rule for modules whose eigengene is associated with a sample attribute: the attribute, the limit of q, the higher of two groups, and the sign of r. */
export function TraitRule({ rule, path, isFresh, onChange, onRemove }: RuleProps) {
  const { sampleFields } = useEditor();
  const attributes = sampleFields.filter((field) => !field.IsOntologyId).map(({ field }) => field);
  const { attribute: chosen, q_below: limit, sign, higher_in } = TRAIT.parse(rule);
  const known = attributes.find((attribute) => fieldKey(attribute) === fieldKey(chosen));
  return (
    <RuleFrame name={TRAIT.label} path={path} onRemove={onRemove}>
      <Select
        size="xs"
        label="Associated with the sample attribute"
        placeholder="Choose an attribute"
        ref={isFresh ? takeFocus : null}
        searchable
        nothingFoundMessage="No attribute has this in its name"
        maxDropdownHeight={320}
        data={[...(known === undefined && chosen !== '' ? [chosen] : []), ...attributes].map((value) => ({
          value,
          label: fieldLabel(value),
        }))}
        value={chosen === '' ? null : (known ?? chosen)}
        // The group is a value of the attribute before.
        onChange={(attribute) =>
          onChange({ ...rule, attribute: attribute ?? undefined, higher_in: undefined })
        }
      />
      <LimitInput
        label="At q less than"
        limit={limit}
        largest={1}
        onChange={(q_below) => onChange({ ...rule, q_below })}
      />
      <HigherInInput
        attribute={known ?? chosen}
        group={higher_in}
        onChange={(group) => onChange({ ...rule, higher_in: group })}
      />
      <Choice
        label="Sign of the correlation"
        data={TRAIT_SIGNS.map((each) => ({ value: each, label: SIGN_LABELS[each] }))}
        value={sign}
        onChange={(next) => onChange({ ...rule, sign: next })}
      />
    </RuleFrame>
  );
}
