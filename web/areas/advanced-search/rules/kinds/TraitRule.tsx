import { TRAIT_SIGNS, type TraitSign } from '@omicon/domain/query/query.ts';
import { TRAIT } from '@omicon/domain/query/rules/trait.ts';
import { Choice } from '../../../../ui/form/Choice.tsx';
import { useEditor } from '../editor-context.ts';
import { AttributeSelect, fieldOf } from '../inputs/AttributeSelect.tsx';
import { HigherInInput } from '../inputs/HigherInInput.tsx';
import { LimitInput } from '../inputs/LimitInput.tsx';
import type { RuleProps } from '../RemoveRule.tsx';
import { RuleFrame } from '../RuleFrame.tsx';

const SIGN_LABELS: Readonly<Record<TraitSign, string>> = {
  any: 'Any sign',
  positive: 'Positive r',
  negative: 'Negative r',
};

/** Rule for modules whose eigengene is associated with a sample attribute: the attribute, the limit of q, the higher of two groups, and the sign of r. */
export function TraitRule({ rule, path, isFresh, onChange, onRemove }: RuleProps) {
  const { sampleFields } = useEditor();
  const { attribute: chosen, q_below: limit, sign, higher_in } = TRAIT.parse(rule);
  return (
    <RuleFrame name={TRAIT.label} path={path} onRemove={onRemove}>
      <AttributeSelect
        label="Associated with the sample attribute"
        fields={sampleFields}
        chosen={chosen}
        isFresh={isFresh}
        // The group is a value of the attribute before.
        onChange={(attribute) => onChange({ ...rule, attribute, higher_in: undefined })}
      />
      <LimitInput
        label="At q less than"
        limit={limit}
        largest={1}
        onChange={(q_below) => onChange({ ...rule, q_below })}
      />
      <HigherInInput
        attribute={fieldOf(sampleFields, chosen)?.field ?? chosen}
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
