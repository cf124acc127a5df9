import { geneSetAddress } from '@omicon/contract/addresses.ts';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useSession } from '../../base/sign-in/session.ts';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { openGeneSetForm } from './open-form.tsx';

interface SaveGeneSetProps {
  name: string;
  genes: readonly string[];
  /** `the first 100 genes`, where the page has others too */
  which?: string;
}

/** Opens the form of a new gene set with these genes. */
export function SaveGeneSet({ name, genes, which }: SaveGeneSetProps) {
  const router = useRouter();
  const { hasPermission } = useSession();
  if (!hasPermission('RESOURCE_GENESET_ATTRIBUTES_MODIFY')) return null;
  const file = { name: `${name.replaceAll(/\W+/g, '_')}.txt`, content: genes.join('\n') };
  return (
    <SecondaryButton
      icon={IconDeviceFloppy}
      disabled={genes.length === 0}
      onClick={() => openGeneSetForm(null, (set) => router.history.push(geneSetAddress(set.omicon_id)), file)}
    >
      {which === undefined ? 'Save as gene set' : `Save ${which} as gene set`}
    </SecondaryButton>
  );
}
