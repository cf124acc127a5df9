import { Textarea } from '@mantine/core';
import { joinIdentifiers, splitIdentifiers } from '@omicon/domain/identifiers/lists/split-identifiers.ts';
import { QUERY_IDENTIFIERS, type Rule } from '@omicon/domain/query/query.ts';
import { FEATURE } from '@omicon/domain/query/rules/feature.ts';
import { FEATURES } from '@omicon/domain/query/rules/features.ts';
import { QUERY_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { useEffect, useState } from 'react';
import { Choice } from '../../../../ui/form/Choice.tsx';
import { countOf } from '../../../../ui/text/format.ts';
import classes from '../../wizard.module.css';
import { useEditor } from '../editor-context.ts';
import { CountInput, PercentInput } from '../inputs/AmountInputs.tsx';
import type { RuleProps } from '../RemoveRule.tsx';
import { RuleFrame } from '../RuleFrame.tsx';
import { SymbolRepairs } from '../SymbolRepairs.tsx';
import { takeFocus } from '../take-focus.ts';

const HOW = [
  { value: 'all', label: 'All of the list' },
  { value: 'any', label: 'Any of the list' },
  { value: 'count', label: 'At least k of the list' },
  { value: 'percent', label: 'At least f % of the members' },
] as const;
type How = (typeof HOW)[number]['value'];

function howOf({ operator, percent }: Rule): How {
  if (operator !== 'greaterthanorequal') return operator === 'any' ? 'any' : 'all';
  return percent === undefined ? 'count' : 'percent';
}

function withHow(rule: Rule, how: How): Rule {
  const { count: _, percent: __, ...rest } = rule;
  if (how === 'all' || how === 'any') return { ...rest, operator: how };
  return { ...rest, operator: 'greaterthanorequal', ...(how === 'count' ? { count: 2 } : { percent: 1 }) };
}

function listOf(rule: Rule): string[] {
  return FEATURES.parse(rule).names.filter((each) => each !== '');
}

function uniqueIdentifiers(text: string): string[] {
  return [...new Set(splitIdentifiers(text))];
}

/** A pasted list of identifiers; the text stays as typed. */
function IdentifierList({ rule, isFresh, onChange }: Pick<RuleProps, 'rule' | 'isFresh' | 'onChange'>) {
  const listed = listOf(rule);
  const joined = joinIdentifiers(listed);
  const [typed, setTyped] = useState(joined);
  // The rule at this index, or the query in the address, may have been replaced.
  useEffect(() => {
    setTyped((before) => (joinIdentifiers(uniqueIdentifiers(before)) === joined ? before : joined));
  }, [joined]);
  return (
    <Textarea
      size="xs"
      className={classes.list ?? ''}
      label={`List of ${FEATURES.parse(rule).identifier}`}
      description={`One a line, or divided by commas or spaces. ${countOf(listed.length, 'identifier')} listed`}
      autosize
      minRows={3}
      maxRows={10}
      spellCheck={false}
      ref={isFresh ? takeFocus : null}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const list = uniqueIdentifiers(value);
        onChange({ ...rule, value: list.length === 0 ? '' : list });
      }}
    />
  );
}

type ListRuleProps = RuleProps & { kind: typeof FEATURE | typeof FEATURES };

/** Rule for features of a module or data set: a list, how many of it, and for modules the module definition. */
function ListRule({ rule, path, isFresh, onChange, onRemove, kind }: ListRuleProps) {
  const { counts } = useEditor();
  const { definition, identifier } = FEATURES.parse(rule);
  const isOfModules = kind === FEATURES;
  const how = howOf(rule);
  // Counts lag behind the list: ignore repairs of identifiers removed since.
  const listed = new Set(listOf(rule).map((each) => each.trim()));
  const repairs = (counts.repairs.get(path) ?? []).filter(({ given }) => listed.has(given));
  return (
    <RuleFrame name={kind.label} path={path} onRemove={onRemove} note={<SymbolRepairs repairs={repairs} />}>
      <IdentifierList rule={rule} isFresh={isFresh} onChange={onChange} />
      <Choice
        label="How many"
        data={isOfModules ? HOW : HOW.slice(0, 2)}
        value={how}
        onChange={(next) => onChange(withHow(rule, next))}
      />
      {how === 'count' && (
        <CountInput
          label="k"
          max={1_000_000}
          value={rule.count}
          onChange={(count) => onChange({ ...rule, count })}
        />
      )}
      {how === 'percent' && (
        <PercentInput value={rule.percent} onChange={(percent) => onChange({ ...rule, percent })} />
      )}
      {isOfModules && (
        <Choice
          label="Module Definition"
          data={QUERY_DEFINITIONS}
          value={definition}
          onChange={(next) => onChange({ ...rule, definition: next })}
        />
      )}
      <Choice
        label="Identifier"
        data={QUERY_IDENTIFIERS}
        value={identifier}
        onChange={(next) => onChange({ ...rule, identifier: next })}
      />
    </RuleFrame>
  );
}

export const FeatureRule = (props: RuleProps) => <ListRule {...props} kind={FEATURE} />;
export const FeaturesRule = (props: RuleProps) => <ListRule {...props} kind={FEATURES} />;
