import { fieldLabel, OPERATORS, type Operator, type Rule, valuesOf } from '@omicon/domain/query/query.ts';
import { OPERATOR_LABELS } from '@omicon/domain/query/rules/field.ts';
import { INPUT } from '@omicon/domain/query/rules/input.ts';
import { kindOf, type ParsedRule } from '@omicon/domain/query/rules/rule-kinds.ts';
import type { ComponentType } from 'react';
import { Choice } from '../../../ui/form/Choice.tsx';
import { operatorsOf } from '../rules/edit-query.ts';
import { useEditor } from '../rules/editor-context.ts';
import { ValueInput } from '../rules/inputs/ValueInput.tsx';
import { KindsOfTerm } from '../rules/KindsOfTerm.tsx';
import { EnrichmentRule } from '../rules/kinds/EnrichmentRule.tsx';
import { FeatureRule, FeaturesRule } from '../rules/kinds/FeatureRule.tsx';
import { KmeRule } from '../rules/kinds/KmeRule.tsx';
import { RecursRule } from '../rules/kinds/RecursRule.tsx';
import { TraitRule } from '../rules/kinds/TraitRule.tsx';
import type { RuleProps } from '../rules/RemoveRule.tsx';
import { RuleFrame } from '../rules/RuleFrame.tsx';
import { takeFocus } from '../rules/take-focus.ts';
import classes from '../wizard.module.css';

const INPUTS = [
  { value: 'FM', label: 'FM, find modules' },
  { value: 'EA', label: 'EA, enrichment analysis' },
];

const COLUMNS = [
  { value: 'any', label: 'any column with this in its name' },
  { value: 'every', label: 'every column with this in its name' },
] as const;

/** Converts a value between operators that take one value and those that take a list. */
function withOperator(rule: Rule, operator: Operator): Rule {
  const isList = operator === 'in' || operator === 'notin';
  const values = valuesOf(rule).filter((value) => value !== '');
  const value = values.length === 0 ? '' : isList ? values : values[0];
  return { ...rule, operator, value };
}

function PlainRule({ rule, path, isFresh, onChange, onRemove }: RuleProps) {
  const { fields } = useEditor();
  const field = rule.columns === undefined ? fields.find((each) => each.field === rule.field) : undefined;
  const offered =
    rule.columns === undefined
      ? operatorsOf(field)
      : OPERATORS.filter((each) => !['under', 'all', 'any', 'none'].includes(each));
  const operators = rule.operator && !offered.includes(rule.operator) ? [...offered, rule.operator] : offered;
  const name = fieldLabel(rule.field);
  return (
    <RuleFrame
      name={name}
      path={path}
      onRemove={onRemove}
      note={<KindsOfTerm rule={rule} field={field} onChange={onChange} />}
      line={
        <>
          {rule.columns !== undefined && (
            <Choice
              aria-label={`Columns of ${name}`}
              data={COLUMNS}
              value={rule.columns}
              onChange={(columns) => onChange({ ...rule, columns })}
            />
          )}
          <Choice
            aria-label={`Operator of ${name}`}
            data={operators.map((operator) => ({ value: operator, label: OPERATOR_LABELS[operator] }))}
            value={rule.operator ?? ''}
            onChange={(operator) => onChange(withOperator(rule, operator))}
          />
          <div className={classes.value}>
            <ValueInput
              rule={rule}
              field={field}
              label={`Value of ${name}`}
              isFresh={isFresh}
              onChange={(value) => onChange({ ...rule, value })}
            />
          </div>
        </>
      }
    />
  );
}

function InputRule({ rule, path, isFresh, onChange, onRemove }: RuleProps) {
  return (
    <RuleFrame
      name={INPUT.label}
      path={path}
      onRemove={onRemove}
      line={
        <Choice
          aria-label={INPUT.label}
          ref={isFresh ? takeFocus : null}
          data={INPUTS}
          value={INPUT.parse(rule).analysis || 'FM'}
          onChange={(value) => onChange({ ...rule, value })}
        />
      }
    />
  );
}

const EDITORS: Readonly<Record<ParsedRule['kind'], ComponentType<RuleProps>>> = {
  field: PlainRule,
  feature: FeatureRule,
  is_input_of: InputRule,
  features: FeaturesRule,
  trait: TraitRule,
  kme_of_gene: KmeRule,
  recurs_in: RecursRule,
  enrichment: EnrichmentRule,
};

/** One rule, with the editor for its kind. */
export function RuleRow(props: RuleProps) {
  const { section } = useEditor();
  const Editor = EDITORS[kindOf(props.rule, section).kind];
  return <Editor {...props} />;
}
