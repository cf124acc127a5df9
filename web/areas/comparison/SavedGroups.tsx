import { Button, Group, Menu } from '@mantine/core';
import { modals } from '@mantine/modals';
import {
  createSampleGroup,
  deleteSampleGroup,
  listSampleGroups,
  renameSampleGroup,
  replaceSampleGroupLink,
  restoreSampleGroup,
} from '@omicon/contract/areas/statistics/comparisons.ts';
import type { SampleGroup } from '@omicon/contract/areas/statistics/sample-groups.ts';
import { IconBookmark, IconFolderOpen } from '@tabler/icons-react';
import { useChange, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { offerUndo } from '../../ui/feedback/confirm-delete.tsx';
import { confirmNewLink, tellNewLink } from '../../ui/feedback/new-link.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { NameForm } from '../../ui/form/NameForm.tsx';

const REFRESHES = { refreshes: [], refreshesOnly: [listSampleGroups] };

function SaveForm({ dataSetId, group, onClose }: { dataSetId: number; group: SampleGroup; onClose(): void }) {
  const create = useChange(createSampleGroup, { ...REFRESHES, isHandled: true });
  const save = (name: string) =>
    create.mutate(
      { params: { id: dataSetId }, body: { ...group, name } },
      {
        onSuccess: () => {
          showToast({ type: 'success', title: 'Saved', message: name });
          onClose();
        },
      },
    );
  return (
    <NameForm
      start={group.name}
      label="Save"
      failure={create.error}
      isBusy={create.isPending}
      onSave={save}
      onClose={onClose}
    />
  );
}

function RenameForm({ id, name, onClose }: { id: number; name: string; onClose(): void }) {
  const rename = useChange(renameSampleGroup, { ...REFRESHES, isHandled: true });
  const save = (chosen: string) =>
    rename.mutate({ params: { id }, body: { name: chosen } }, { onSuccess: onClose });
  return (
    <NameForm
      start={name}
      label="Rename"
      failure={rename.error}
      isBusy={rename.isPending}
      onSave={save}
      onClose={onClose}
    />
  );
}

interface SavedGroupsProps {
  dataSetId: number;
  letter: string;
  /** what would be saved; undefined without a choice */
  group: SampleGroup | undefined;
  /** of the saved group that is chosen */
  token: string | null;
  onChoose(token: string | null): void;
}

/** Saves a group, and chooses among the saved ones; for people with an account. */
export function SavedGroups({ dataSetId, letter, group, token, onChoose }: SavedGroupsProps) {
  const { hasPermission } = useSession();
  const maySave = hasPermission('SEARCH_QUERY_CREATE');
  const list = useEndpoint(listSampleGroups, { params: { id: dataSetId }, query: {} }, { enabled: maySave });
  const restore = useChange(restoreSampleGroup, REFRESHES);
  const remove = useChange(deleteSampleGroup, REFRESHES);
  const replace = useChange(replaceSampleGroupLink, REFRESHES);
  if (!maySave) return null;
  const saved = list.data?.results ?? [];
  const own = saved.find(({ share_token }) => share_token === token);
  return (
    <Group gap={4}>
      {token === null && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconBookmark size={14} aria-hidden="true" />}
          disabled={group === undefined}
          aria-label={`Save group ${letter}`}
          onClick={() => {
            if (group === undefined) return;
            const id = modals.open({
              title: 'Save group',
              children: <SaveForm dataSetId={dataSetId} group={group} onClose={() => modals.close(id)} />,
            });
          }}
        >
          Save group
        </Button>
      )}
      {saved.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconFolderOpen size={14} aria-hidden="true" />}
              aria-label={`Saved groups for group ${letter}`}
            >
              Saved groups
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {saved.map((each) => (
              <Menu.Item key={each.id} onClick={() => onChoose(each.share_token)}>
                {each.group.name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {own !== undefined && (
        <>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => {
              const { id, group: renamed } = own;
              const modal = modals.open({
                title: 'Rename group',
                children: <RenameForm id={id} name={renamed.name} onClose={() => modals.close(modal)} />,
              });
            }}
          >
            Rename
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() =>
              confirmNewLink(own.group.name, () =>
                replace.mutate(
                  { params: { id: own.id } },
                  {
                    onSuccess: ({ share_token }) => {
                      tellNewLink(own.group.name);
                      onChoose(share_token);
                    },
                  },
                ),
              )
            }
          >
            Replace link
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            onClick={() => {
              const of = { params: { id: own.id } };
              onChoose(null);
              remove.mutate(of, {
                onSuccess: () => offerUndo(own.group.name, () => restore.mutate(of)),
              });
            }}
          >
            Delete
          </Button>
        </>
      )}
    </Group>
  );
}
