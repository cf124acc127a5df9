import type { SavedItemCalls } from '@omicon/contract/base/saved-item.ts';
import { type ChangeOptions, useChange } from '../../base/calls/use-endpoint.ts';
import { NameForm } from '../../ui/form/NameForm.tsx';

interface RenameFormProps {
  call: SavedItemCalls['rename'];
  refreshes: ChangeOptions;
  id: number;
  name: string;
  onClose(): void;
}

export function RenameForm({ call, refreshes, id, name, onClose }: RenameFormProps) {
  const rename = useChange(call, { ...refreshes, isHandled: true });
  return (
    <NameForm
      start={name}
      label="Rename"
      failure={rename.error}
      isBusy={rename.isPending}
      onSave={(chosen) => rename.mutate({ params: { id }, body: { name: chosen } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
