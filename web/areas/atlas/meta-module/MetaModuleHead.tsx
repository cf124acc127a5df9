import { Group, List, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { geneAddress, metaModuleAddress } from '@omicon/contract/addresses.ts';
import { type MetaModuleDetail, setMetaModuleTitle } from '@omicon/contract/areas/analyses/atlas.ts';
import { CiteRecord } from '../../../actions/cite/CiteButton.tsx';
import { CollectButton } from '../../../actions/collect/CollectButton.tsx';
import { StarButton } from '../../../actions/star/StarButton.tsx';
import { useSession } from '../../../base/sign-in/session.ts';
import { lazyForm } from '../../../ui/form/lazy-form.tsx';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';
import { PageTitle } from '../../../ui/layout/PageTitle.tsx';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { CopyLinkButton, CopyText } from '../../../ui/text/CopyText.tsx';
import { countOf, formatDate } from '../../../ui/text/format.ts';
import classes from '../atlas.module.css';
import { ownSummary, supportOf } from '../atlas-text.ts';

const MetaModuleForm = lazyForm(async () => (await import('./MetaModuleForm.tsx')).MetaModuleForm);

/** Opens the form for title and summary, for those who may change them. */
function EditButton({ meta }: { meta: MetaModuleDetail }) {
  const { hasPermission } = useSession();
  if (!hasPermission(setMetaModuleTitle.permission)) return null;
  const open = () => {
    const modalId = modals.open({
      title: 'Title and summary',
      children: <MetaModuleForm meta={meta} onClose={() => modals.close(modalId)} />,
    });
  };
  return (
    <SecondaryButton size="compact-xs" onClick={open}>
      Change title and summary
    </SecondaryButton>
  );
}

/** What people wrote, and which meta-modules it was divided from or joined with. */
function History({ meta: { changes, history } }: { meta: MetaModuleDetail }) {
  const count = changes.length + history.length;
  if (count === 0) return null;
  return (
    <details className={classes.history}>
      <summary>History: {countOf(count, 'event')}</summary>
      <List size="sm" mt={4}>
        {history.map(({ event, other, at }) => (
          <List.Item key={`${event} ${other.id} ${at}`}>
            {formatDate(at)}: {event}{' '}
            <AddressLink href={metaModuleAddress(other.omicon_id)} size="sm">
              {other.name}
            </AddressLink>
          </List.Item>
        ))}
        {changes.map(({ title, summary, by, at }) => (
          <List.Item key={at}>
            {formatDate(at)}, {by ?? 'a former member'}: {title ?? 'the title of the portal'}
            {summary === null ? '' : `. ${summary}`}
          </List.Item>
        ))}
      </List>
    </details>
  );
}

/** Title, ID, basket and star, genes and summary of a meta-module. */
export function MetaModuleHead({ meta }: { meta: MetaModuleDetail }) {
  const { title, omicon_id, genes, summary } = meta;
  return (
    <header>
      <PageTitle title={title}>
        <Group gap="xs" justify="flex-end">
          <CollectButton items={() => [{ kind: 'meta-module', record_number: meta.id }]} />
          <StarButton record={{ entity_type: 'meta-module', id: meta.id }} />
        </Group>
      </PageTitle>
      <Group gap="sm" mb={6}>
        <CopyText text={omicon_id} label="Copy Omicon ID" confirmation="The Omicon ID has been copied" />
        <CopyLinkButton size="sm" />
        <CiteRecord record={{ entity_type: 'meta-module', id: meta.id }} />
        <Text size="sm">Found in {supportOf(meta)} cohorts</Text>
        <Group gap={8}>
          {genes.map((gene) => (
            <AddressLink key={gene} href={geneAddress(gene)} size="sm" className="identifier">
              {gene}
            </AddressLink>
          ))}
        </Group>
      </Group>
      <Group gap="sm" mb={6}>
        {/* Names of gene sets may be longer than a phone is wide. */}
        <Text size="sm" maw="72ch" style={{ overflowWrap: 'anywhere' }}>
          {summary ?? ownSummary(meta)}
        </Text>
        <EditButton meta={meta} />
      </Group>
      <History meta={meta} />
    </header>
  );
}
