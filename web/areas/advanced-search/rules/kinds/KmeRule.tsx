import { TextInput } from '@mantine/core';
import { KME } from '@omicon/domain/query/rules/kme.ts';
import { Choice } from '../../../../ui/form/Choice.tsx';
import { useEditor } from '../editor-context.ts';
import { LimitInput } from '../inputs/LimitInput.tsx';
import type { RuleProps } from '../RemoveRule.tsx';
import { RuleFrame } from '../RuleFrame.tsx';
import { SymbolRepairs } from '../SymbolRepairs.tsx';
import { takeFocus } from '../take-focus.ts';

const MAX_LETTERS = 100;

/** Rule for modules by the kME of a gene, whether they contain it or not. */
export function KmeRule({ rule, path, isFresh, onChange, onRemove }: RuleProps) {
  const { counts } = useEditor();
  const { gene, isAtLeast, limit } = KME.parse(rule);
  // Counts lag behind the gene.
  const repairs = (counts.repairs.get(path) ?? []).filter(({ given }) => given === gene.trim());
  return (
    <RuleFrame name={KME.label} path={path} onRemove={onRemove} note={<SymbolRepairs repairs={repairs} />}>
      <TextInput
        size="xs"
        label="Symbol of the gene"
        placeholder="TREM2"
        spellCheck={false}
        maxLength={MAX_LETTERS}
        ref={isFresh ? takeFocus : null}
        value={gene}
        onChange={({ currentTarget: { value } }) => onChange({ ...rule, gene: value })}
      />
      <Choice
        label="Comparison"
        data={[
          { value: 'greaterthanorequal', label: 'At least' },
          { value: 'lessthanorequal', label: 'At most' },
        ]}
        value={isAtLeast ? 'greaterthanorequal' : 'lessthanorequal'}
        onChange={(operator) => onChange({ ...rule, operator })}
      />
      <LimitInput
        label="kME"
        limit={limit}
        smallest={-1}
        largest={1}
        onChange={(kme) => onChange({ ...rule, kme })}
      />
    </RuleFrame>
  );
}
