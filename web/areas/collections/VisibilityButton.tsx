import { Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import {
  getVisibilityChange,
  setCollectionVisibility,
  type VisibilityChange,
} from '@omicon/contract/areas/visibility.ts';
import { useChange, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { ModalFrame } from '../../ui/form/ModalFrame.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { countOf } from '../../ui/text/format.ts';

const WORDS = {
  public: {
    title: 'Make public',
    people: 'Everybody, guests included, will be able to read, search and preview',
  },
  private: {
    title: 'Restrict to the laboratory',
    people: 'Only the laboratory and the owner will be able to read, search and download',
  },
} as const;

function listParts({ data_sets, analyses, files, gene_sets }: VisibilityChange): string {
  const parts = [
    ...(data_sets > 0 ? [countOf(data_sets, 'data set')] : []),
    ...(analyses > 0 ? [countOf(analyses, 'analysis', 'analyses')] : []),
    ...(files > 0 ? [countOf(files, 'file')] : []),
    ...(gene_sets > 0 ? [countOf(gene_sets, 'gene set')] : []),
  ];
  return parts.length === 0 ? '' : `, with ${parts.join(', ')}`;
}

/** What becomes visible or hidden, to whom, and how much. */
function Consequence({ name, change }: { name: string; change: VisibilityChange }) {
  return (
    <Stack gap="xs">
      <Text>
        {WORDS[change.to].people} <strong>{name}</strong>
        {listParts(change)}. This holds at once, for all versions.
      </Text>
      {change.gene_sets > 0 && (
        <Text size="sm" c="dimmed">
          The gene sets are those that only enrichment tables of analyses name.
        </Text>
      )}
      {!change.can_change && (
        <Text role="alert">
          {countOf(change.of_others, 'record')} of these belong to other people. Please ask an administrator.
        </Text>
      )}
    </Stack>
  );
}

function VisibilityModal({ id, name, onClose }: { id: number; name: string; onClose(): void }) {
  const reply = useEndpoint(getVisibilityChange, { params: { id } });
  // Lists, searches and downloads of everything made from the collection follow.
  const change = useChange(setCollectionVisibility, { refreshes: 'everything', isHandled: true });
  const onSuccess = ({ detail }: { detail: string }) => {
    onClose();
    showToast({ title: 'Visibility changed', message: detail });
  };
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="what would change" />;
  const { to, can_change } = reply.data;
  return (
    <ModalFrame
      buttons={[
        { kind: 'close', label: 'Cancel', onClick: onClose },
        {
          kind: 'submit',
          label: WORDS[to].title,
          isBusy: change.isPending,
          isDisabled: !can_change,
          onClick: () => change.mutate({ params: { id }, body: { visibility: to } }, { onSuccess }),
        },
      ]}
    >
      {change.isError && <ErrorPanel title="Not changed" error={change.error} />}
      <Consequence name={name} change={reply.data} />
    </ModalFrame>
  );
}

/** Opens the confirmation of a change of visibility of a data collection, for those who may make it. */
export function VisibilityButton({ id, name }: { id: number; name: string }) {
  const open = () => {
    const modalId = modals.open({
      title: 'Change visibility',
      children: <VisibilityModal id={id} name={name} onClose={() => modals.close(modalId)} />,
    });
  };
  return <SecondaryButton onClick={open}>Change visibility</SecondaryButton>;
}
