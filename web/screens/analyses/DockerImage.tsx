import { getDownload } from '@omicon/contract/areas/downloads.ts';
import { useRouter } from '@tanstack/react-router';
import { z } from 'zod';
import { DockerDownload } from '../../areas/downloads/DockerDownload.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';

const SCREEN = { title: 'Docker image', access: getDownload.permission };
const shape = z.object({ key: z.string().max(1000).catch('') });

/** `/home/docker?key=`: downloads the image file of the key, then goes to /home. */
export function DockerImage() {
  const { query } = useAddressQuery(shape);
  const router = useRouter();
  return (
    <OnlyWith
      screen={SCREEN}
      refusal="There are no images for guests"
      hint="You need an account to download."
    >
      <PageTitle title={SCREEN.title} />
      <DockerDownload downloadKey={query.key} onDone={() => router.history.replace('/home')} />
    </OnlyWith>
  );
}
