import { NativeSelect, Text } from '@mantine/core';
import { OPERATORS, type Operator, type Rule } from '@omicon/domain/query/query.ts';
import { EnrichmentRule } from '../rules/EnrichmentRule.tsx';
import { kindOf, operatorsOf } from '../rules/edit-query.ts';
import { useEditor } from '../rules/editor-context.ts';
import { FeatureRule } from '../rules/FeatureRule.tsx';
import { KmeRule } from '../rules/KmeRule.tsx';
import { Remaining } from '../rules/Remaining.tsx';
import { RemoveRule, type RuleProps } from '../rules/RemoveRule.tsx';
import { TraitRule } from '../rules/TraitRule.tsx';
import { takeFocus } from '../rules/take-focus.ts';
import { ValueInput } from '../rules/ValueInput.tsx';
import { fieldLabel, OPERATOR_LABELS } from '../rules/words.ts';
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
  const values = (Array.isArray(rule.value) ? rule.value : [rule.value ?? '']).filter(
    (value) => value !== '',
  );
  const value = values.length === 0 ? '' : isList ? values : values[0];
  return { ...rule, operator, value };
}

function PlainRule({ rule, path, isFresh, onChange, onRemove }: RuleProps) {
  const { section, fields, counts } = useEditor();
  const field = rule.columns === undefined ? fields.find((each) => each.field === rule.field) : undefined;
  const offered =
    rule.columns === undefined
      ? operatorsOf(field, section)
      : OPERATORS.filter((each) => !['under', 'all', 'any'].includes(each));
  const operators = rule.operator && !offered.includes(rule.operator) ? [...offered, rule.operator] : offered;
  const name = fieldLabel(rule.field);
  return (
    <fieldset className={classes.rule} data-faulty={counts.faults.has(path) || undefined}>
      <legend className={classes.legend}>{name}</legend>
      <div className={classes.ruleLine}>
        <Text size="sm" fw={500} className={classes.field ?? ''} aria-hidden="true">
          {name}
        </Text>
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
        <RemoveRule name={name} onRemove={onRemove} />
      </div>
      <Remaining path={path} />
    </fieldset>
  );
}

function InputRule({ rule, path, isFresh, onChange, onRemove }: RuleProps) {
  return (
    <fieldset className={classes.rule}>
      <legend className={classes.legend}>Is input of</legend>
      <div className={classes.ruleLine}>
        <Text size="sm" fw={500} className={classes.field ?? ''} aria-hidden="true">
          Is input of
        </Text>
        <NativeSelect
          size="xs"
          aria-label="Is input of"
          ref={isFresh ? takeFocus : null}
          data={INPUTS}
          value={String(rule.value ?? 'FM').toUpperCase()}
          onChange={(event) => onChange({ ...rule, value: event.currentTarget.value })}
        />
        <RemoveRule name="Is input of" onRemove={onRemove} />
      </div>
      <Remaining path={path} />
    </fieldset>
  );
}

/** One rule, with the editor for its kind. */
export function RuleRow(props: RuleProps) {
  const { section } = useEditor();
  const kind = kindOf(props.rule, section);
  if (kind === 'features' || kind === 'feature')
    return <FeatureRule {...props} isOfModules={kind === 'features'} />;
  if (kind === 'trait') return <TraitRule {...props} />;
  if (kind === 'kme') return <KmeRule {...props} />;
  if (kind === 'enrichment') return <EnrichmentRule {...props} />;
  return kind === 'input' ? <InputRule {...props} /> : <PlainRule {...props} />;
}
