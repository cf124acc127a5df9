import type { ModuleRecord } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { getModulePicture, listPictureSets } from '@omicon/contract/areas/analyses/module-picture.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useImmediateAddressQuery } from '../../../base/addresses/address-query.ts';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import type { ModulePictureProps } from './ModulePicture.tsx';
import { pictureQuery, viewShape } from './picture-view.ts';

const ModulePicture = lazyPart(
  'the picture',
  async () => (await import('./ModulePicture.tsx')).ModulePicture,
);

/** What the address asks for, with the replies. */
function usePictureReplies({ id, version }: ModuleRecord): ModulePictureProps['asked'] {
  const { query: view, setQuery } = useImmediateAddressQuery(viewShape);
  const query = pictureQuery(view, version);
  const params = { id };
  const reply = useEndpoint(getModulePicture, { params, query }, { placeholderData: keepPreviousData });
  const sets = useEndpoint(listPictureSets, { params, query: { version, definition: view.definition } });
  return { view, setQuery, query, reply, sets };
}

/** The picture of a module, whose numbers are asked for while its script loads. */
export function PictureTab({ module }: { module: ModuleRecord }) {
  return <ModulePicture module={module} asked={usePictureReplies(module)} />;
}
