import type { ModuleRecord } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { getModulePicture, listPictureSets } from '@omicon/contract/areas/analyses/module-picture.ts';
import type { ModuleDefinition } from '@omicon/domain/records/module-definition.ts';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useImmediateAddressQuery } from '../../../base/addresses/address-query.ts';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import type { ChosenAction } from '../../../ui/grid/use-chosen-rows.ts';
import { pictureQuery, viewShape } from './picture-view.ts';

const ModulePicture = lazyPart(
  'the picture',
  async () => (await import('./ModulePicture.tsx')).ModulePicture,
);

/** What the address asks for, with the replies. */
function usePictureReplies({ id, version }: ModuleRecord) {
  const { query: view, setQuery } = useImmediateAddressQuery(viewShape);
  const query = pictureQuery(view, version);
  const params = { id };
  const reply = useEndpoint(getModulePicture, { params, query }, { placeholderData: keepPreviousData });
  const sets = useEndpoint(listPictureSets, { params, query: { version, definition: view.definition } });
  return { view, setQuery, query, reply, sets };
}

interface PictureTabProps {
  module: ModuleRecord;
  /** what can be done with the members of a definition */
  actions?: (definition: ModuleDefinition) => ReactNode;
  /** what can be done with the features that are shown */
  shownAction?: (features: readonly string[]) => ReactNode;
  /** a button for the checked samples of the table */
  samplesAction?: ChosenAction<{ sample: string }> | undefined;
}

export interface ModulePictureProps extends PictureTabProps {
  asked: ReturnType<typeof usePictureReplies>;
}

/** The picture of a module, whose numbers are asked for while its script loads. */
export function PictureTab(props: PictureTabProps) {
  const asked = usePictureReplies(props.module);
  return <ModulePicture {...props} asked={asked} />;
}
