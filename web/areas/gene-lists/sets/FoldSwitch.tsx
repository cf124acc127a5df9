import { Switch } from '@mantine/core';

interface FoldSwitchProps {
  fold: 'on' | 'off';
  onChange(changes: { fold: string | null }): void;
}

/** Whether sets like a better one are folded under it. */
export function FoldSwitch({ fold, onChange }: FoldSwitchProps) {
  return (
    <Switch
      size="xs"
      label="Fold similar sets"
      title="Folds sets under a better one with which they share most of their listed genes (Jaccard index of 0.5 or more)"
      checked={fold === 'on'}
      onChange={(event) => onChange({ fold: event.currentTarget.checked ? null : 'off' })}
      pb={5}
    />
  );
}
