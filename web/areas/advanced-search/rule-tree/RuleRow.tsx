import { NativeSelect, Text } from '@mantine/core';
import { fieldLabel, OPERATORS, type Operator, type Rule, valuesOf } from '@omicon/domain/query/query.ts';
import { OPERATOR_LABELS } from '@omicon/domain/query/rules/field.ts';
import { INPUT } from '@omicon/domain/query/rules/input.ts';
import { kindOf, type ParsedRule } from '@omicon/domain/query/rules/rule-kinds.ts';
import type { ComponentType, ReactNode } from 'react';
import { EnrichmentRule } from '../rules/EnrichmentRule.tsx';
import { operatorsOf } from '../rules/edit-query.ts';
import { useEditor } from '../rules/editor-context.ts';
import { FeatureRule, FeaturesRule } from '../rules/FeatureRule.tsx';
import { KmeRule } from '../rules/KmeRule.tsx';
import { Remaining } from '../rules/Remaining.tsx';
import { RemoveRule, type RuleProps } from '../rules/RemoveRule.tsx';
import { TraitRule } from '../rules/TraitRule.tsx';
import { takeFocus } from '../rules/take-focus.ts';
import { ValueInput } from '../rules/ValueInput.tsx';
import classes from '../wizard.module.css';

const INPUTS = [
  { value: 'FM', label: 'FM, find modules' },
  { value: 'EA', label: 'EA, enrichment analysis' },
];

const COLUMNS = [
  { value: 'any', label: 'any column with this in its name' },
  { value: 'every', label: 'every column with this in its name' },
];

/** Converts a value between operators that take one value and those that take a list. */
function withOperator(rule: Rule, operator: Operator): Rule {
  const isList = operator === 'in' || operator === 'notin';
  const values = valuesOf(rule).filter((value) => value !== '');
  const value = values.length === 0 ? '' : isList ? values : values[0];
  return { ...rule, operator, value };
}

type RuleLineProps = Pick<RuleProps, 'path' | 'onRemove'> & { name: string; children: ReactNode };

/** A rule that fits on one line. */
function RuleLine({ name, path, onRemove, children }: RuleLineProps) {
  const { counts } = useEditor();
  return (
    <fieldset className={classes.rule} data-faulty={counts.faults.has(path) || undefined}>
      <legend className={classes.legend}>{name}</legend>
      <div className={classes.ruleLine}>
        <Text size="sm" fw={500} className={classes.field ?? ''} aria-hidden="true">
          {name}
        </Text>
        {children}
        <RemoveRule name={name} onRemove={onRemove} />
      </div>
      <Remaining path={path} />
    </fieldset>
  );
}

function PlainRule({ rule, path, isFresh, onChange, onRemove }: RuleProps) {
  const { section, fields } = useEditor();
  const field = rule.columns === undefined ? fields.find((each) => each.field === rule.field) : undefined;
  const offered =
    rule.columns === undefined
      ? operatorsOf(field, section)
      : OPERATORS.filter((each) => !['under', 'all', 'any'].includes(each));
  const operators = rule.operator && !offered.includes(rule.operator) ? [...offered, rule.operator] : offered;
  const name = fieldLabel(rule.field);
  return (
    <RuleLine name={name} path={path} onRemove={onRemove}>
      {rule.columns !== undefined && (
        <NativeSelect
          size="xs"
          aria-label={`Columns of ${name}`}
          data={COLUMNS}
          value={rule.columns}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...rule, columns: value === 'every' ? 'every' : 'any' })
          }
        />
      )}
      <NativeSelect
        size="xs"
        aria-label={`Operator of ${name}`}
        data={operators.map((operator) => ({ value: operator, label: OPERATOR_LABELS[operator] }))}
        value={rule.operator ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const operator = operators.find((each) => each === value);
          if (operator) onChange(withOperator(rule, operator));
        }}
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
    </RuleLine>
  );
}

function InputRule({ rule, path, isFresh, onChange, onRemove }: RuleProps) {
  return (
    <RuleLine name={INPUT.label} path={path} onRemove={onRemove}>
      <NativeSelect
        size="xs"
        aria-label={INPUT.label}
        ref={isFresh ? takeFocus : null}
        data={INPUTS}
        value={INPUT.parse(rule).analysis || 'FM'}
        onChange={(event) => onChange({ ...rule, value: event.currentTarget.value })}
      />
    </RuleLine>
  );
}

const EDITORS: Readonly<Record<ParsedRule['kind'], ComponentType<RuleProps>>> = {
  field: PlainRule,
  feature: FeatureRule,
  is_input_of: InputRule,
  features: FeaturesRule,
  trait: TraitRule,
  kme_of_gene: KmeRule,
  enrichment: EnrichmentRule,
};

/** One rule, with the editor for its kind. */
export function RuleRow(props: RuleProps) {
  const { section } = useEditor();
  const Editor = EDITORS[kindOf(props.rule, section).kind];
  return <Editor {...props} />;
}
