import { Button, Group, Menu, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import {
  createConsensus,
  deleteConsensus,
  listConsensus,
  replaceConsensusLink,
  restoreConsensus,
  type SavedConsensus as Saved,
} from '@omicon/contract/areas/consensus.ts';
import { IconBookmark, IconFolderOpen } from '@tabler/icons-react';
import { describeError } from '../../base/calls/call-error.ts';
import { useChange, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { offerUndo } from '../../ui/feedback/confirm-delete.tsx';
import { confirmNewLink, tellNewLink } from '../../ui/feedback/new-link.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { ModalFrame } from '../../ui/form/ModalFrame.tsx';

const REFRESHES = { refreshes: [], refreshesOnly: [listConsensus] };

/** Saved lists of this person; none for guests. */
export function useSavedConsensus() {
  const { hasPermission } = useSession();
  const maySave = hasPermission('SEARCH_QUERY_CREATE');
  const list = useEndpoint(listConsensus, { query: {} }, { enabled: maySave });
  return { maySave, saved: list.data?.results ?? [] };
}

function SaveForm({
  modules,
  onSaved,
  onClose,
}: {
  modules: readonly number[];
  onSaved(saved: Saved): void;
  onClose(): void;
}) {
  const [name, setName] = useInputState('');
  const create = useChange(createConsensus, { ...REFRESHES, isHandled: true });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '') return;
        create.mutate(
          { body: { name: name.trim(), modules: [...modules] } },
          {
            onSuccess: (saved) => {
              showToast({ type: 'success', title: 'Saved', message: saved.name });
              onSaved(saved);
              onClose();
            },
          },
        );
      }}
    >
      <ModalFrame
        buttons={[
          { kind: 'close', label: 'Cancel', onClick: onClose },
          { kind: 'submit', label: 'Save', isDisabled: name.trim() === '' },
        ]}
      >
        <TextInput
          label="Name"
          description="Such as the cell class that the modules stand for."
          required
          maxLength={100}
          data-autofocus
          value={name}
          onChange={setName}
          error={create.error === null ? null : describeError(create.error)}
        />
      </ModalFrame>
    </form>
  );
}

/** Saves the modules of a consensus, and opens saved ones; for people with an account. */
export function SavedConsensus({
  modules,
  token,
  onOpen,
}: {
  modules: readonly number[];
  /** of the saved list that is open */
  token: string | null;
  onOpen(token: string | null): void;
}) {
  const { maySave, saved } = useSavedConsensus();
  const restore = useChange(restoreConsensus, REFRESHES);
  const remove = useChange(deleteConsensus, REFRESHES);
  const replace = useChange(replaceConsensusLink, REFRESHES);
  if (!maySave) return null;
  const own = saved.find(({ share_token }) => share_token === token);
  return (
    <Group gap="xs">
      {token === null && modules.length > 0 && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBookmark size={14} aria-hidden="true" />}
          onClick={() => {
            const id = modals.open({
              title: 'Save consensus',
              children: (
                <SaveForm
                  modules={modules}
                  onSaved={(created) => onOpen(created.share_token)}
                  onClose={() => modals.close(id)}
                />
              ),
            });
          }}
        >
          Save
        </Button>
      )}
      {saved.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button size="xs" variant="default" leftSection={<IconFolderOpen size={14} aria-hidden="true" />}>
              Saved lists
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
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            confirmNewLink(own.name, () =>
              replace.mutate(
                { params: { id: own.id } },
                {
                  onSuccess: ({ share_token }) => {
                    tellNewLink(own.name);
                    onOpen(share_token);
                  },
                },
              ),
            )
          }
        >
          Replace link
        </Button>
      )}
      {own !== undefined && (
        <Button
          size="xs"
          variant="default"
          c="red"
          onClick={() => {
            const of = { params: { id: own.id } };
            onOpen(null);
            remove.mutate(of, { onSuccess: () => offerUndo(own.name, () => restore.mutate(of)) });
          }}
        >
          Delete {own.name}
        </Button>
      )}
    </Group>
  );
}
