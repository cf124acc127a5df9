import { Button, type ButtonProps, Group, Menu } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import type { SavedItemCalls } from '@omicon/contract/base/saved-item.ts';
import { IconBookmark, IconFolderOpen } from '@tabler/icons-react';
import { type ChangeOptions, useChangeBy } from '../../base/calls/use-endpoint.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { NameForm } from '../../ui/form/NameForm.tsx';
import { type SavedItem, useSavedItem } from './use-saved-item.tsx';

interface Saving {
  /** saves what is shown under a name; gives the token of its link */
  run(name: string): Promise<string>;
  onSaved?(token: string): void;
  /** in the form */
  start?: string;
  hint?: string;
  isDisabled?: boolean;
}

interface SaveFormProps {
  save: Saving;
  refreshes: ChangeOptions;
  onClose(): void;
}

function SaveForm({ save: { run, onSaved, start = '', hint }, refreshes, onClose }: SaveFormProps) {
  const create = useChangeBy(run, { ...refreshes, isHandled: true });
  async function saveAs(name: string): Promise<void> {
    const token = await create.mutateAsync(name);
    showToast({ type: 'success', title: 'Saved', message: name });
    onSaved?.(token);
    onClose();
  }
  return (
    <NameForm
      start={start}
      hint={hint}
      label="Save"
      failure={create.error}
      isBusy={create.isPending}
      // The form shows the failure.
      onSave={(name) => void saveAs(name).catch(() => undefined)}
      onClose={onClose}
    />
  );
}

interface SavedItemsProps {
  calls: SavedItemCalls;
  refreshes: ChangeOptions;
  /** reads the item that is open */
  reads: EndpointSpec;
  /** such as `group`, for dialogs */
  what: string;
  saved: readonly SavedItem[];
  /** of the saved item that is open */
  token: string | null;
  onOpen(token: string | null): void;
  /** null where there is nothing to save */
  save: Saving | null;
  /** of the buttons; `for` tells those of several groups apart */
  labels: { save: string; saved: string; for?: string };
  button: Pick<ButtonProps, 'size' | 'variant'>;
}

/** Saves what is shown, opens what was saved, and changes what is open; for people with an account. */
export function SavedItems(props: SavedItemsProps) {
  const { calls, refreshes, reads, what, saved, token, onOpen, save, labels, button } = props;
  const actions = useSavedItem(calls, what, refreshes, [reads]);
  const own = saved.find(({ share_token }) => share_token === token);
  const named = (label: string) =>
    labels.for === undefined ? {} : { 'aria-label': `${label} ${labels.for}` };
  function openSave(saving: Saving): void {
    const id = modals.open({
      title: `Save ${what}`,
      children: <SaveForm save={saving} refreshes={refreshes} onClose={() => modals.close(id)} />,
    });
  }
  return (
    <Group gap={4}>
      {token === null && save !== null && (
        <Button
          {...button}
          {...named(labels.save)}
          leftSection={<IconBookmark size={14} aria-hidden="true" />}
          disabled={save.isDisabled === true}
          onClick={() => openSave(save)}
        >
          {labels.save}
        </Button>
      )}
      {saved.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              {...button}
              {...named(labels.saved)}
              leftSection={<IconFolderOpen size={14} aria-hidden="true" />}
            >
              {labels.saved}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {saved.map(({ id, name, share_token }) => (
              <Menu.Item key={id} onClick={() => onOpen(share_token)}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {own !== undefined && (
        <>
          <Button {...button} aria-label={`Rename ${own.name}`} onClick={() => actions.rename(own)}>
            Rename
          </Button>
          <Button
            {...button}
            aria-label={`Replace link of ${own.name}`}
            onClick={() => actions.replaceLink(own, onOpen)}
          >
            Replace link
          </Button>
          <Button
            {...button}
            c="red"
            aria-label={`Delete ${own.name}`}
            onClick={() => void actions.remove(own, () => onOpen(null))}
          >
            Delete
          </Button>
        </>
      )}
    </Group>
  );
}
