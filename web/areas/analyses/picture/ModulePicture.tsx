import { Text } from '@mantine/core';
import { featureAddress, moduleAddress } from '@omicon/contract/addresses.ts';
import type { ModuleRecord } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import type { listPictureSets } from '@omicon/contract/areas/analyses/module-picture.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { DEFINITION_NAMES } from '@omicon/domain/records/module-definition.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { CollectButton } from '../../../actions/collect/CollectButton.tsx';
import { toMember } from '../../../actions/collect/collected-items.ts';
import { MemberLinks } from '../../../actions/explore/MemberLinks.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../../ui/feedback/NotLoaded.tsx';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { PictureFrame, useShownAs } from '../../../ui/plot/PictureFrame.tsx';
import { useWidth } from '../../../ui/plot/use-width.ts';
import { CodeModal } from '../../../ui/text/CodeModal.tsx';
import { countOf, formatCount } from '../../../ui/text/format.ts';
import { CODE_LANGUAGES, codeLines } from './code-lines.ts';
import { colourScale } from './draw/cell-colours.ts';
import { drawPicture } from './draw/draw-picture.tsx';
import { writePicture } from './draw/write-picture.ts';
import { MarkedProvider } from './marked.tsx';
import { PictureControls } from './PictureControls.tsx';
import { PictureFigure } from './PictureFigure.tsx';
import { PictureLegend } from './PictureLegend.tsx';
import { MAX_FEATURE_COLUMNS, PictureTable } from './PictureTable.tsx';
import { arrange, arrangeRows, arrangeSamples, MAX_IN_TREE, type Picture } from './picture-model.ts';
import { picturePath, type pictureQuery, type View, type ViewChange } from './picture-view.ts';
import { SetDots } from './SetDots.tsx';
import { type PictureSet, writeSets } from './set-dots.ts';

function Notes({ picture, view, isTable }: { picture: Picture; view: View; isTable: boolean }) {
  const { number_of_matching: matching, number_of_members: members, rows, samples, values } = picture;
  const notes = [
    ...(picture.values_state === 'none'
      ? ['You cannot read the input data set, so only the eigengene and enrichment are shown.']
      : []),
    ...(picture.values_state === 'waiting'
      ? ['The expression values are being prepared. Reload in a few minutes.']
      : []),
    ...(view.set === undefined
      ? []
      : [`${formatCount(matching)} of ${countOf(members, 'member')} are in the chosen gene set.`]),
    ...(values.length > 0 && rows.length < matching
      ? [`The ${formatCount(rows.length)} strongest of ${countOf(matching, 'member')} by kME.`]
      : []),
    ...(view.by === 'tree' && samples.length > MAX_IN_TREE
      ? [`More than ${formatCount(MAX_IN_TREE)} samples: ordered by eigengene instead of a tree.`]
      : []),
    ...(isTable && values.length > MAX_FEATURE_COLUMNS
      ? [`The table has the first ${MAX_FEATURE_COLUMNS} features; the TSV has all.`]
      : []),
  ];
  return notes.length === 0 ? null : (
    <Text size="xs" c="dimmed" mb="xs">
      {notes.join(' ')}
    </Text>
  );
}

/** Why there is no row, and the definitions that have some. */
function NoMembers({ module, view }: { module: ModuleRecord; view: View }) {
  if (view.set !== undefined)
    return <EmptyState title="No members">No member of the module is in the chosen gene set.</EmptyState>;
  const others = module.definitions.filter(({ members }) => members > 0);
  return (
    <EmptyState title="No members">
      No feature is a member under {DEFINITION_NAMES[view.definition].title}.
      {others.map(({ definition, members }) => (
        <div key={definition}>
          <AddressLink
            href={`${moduleAddress(module.omicon_id, 'picture', module.version)}&definition=${definition}`}
          >
            {countOf(members, 'member')} by {DEFINITION_NAMES[definition].title}
          </AddressLink>
        </div>
      ))}
    </EmptyState>
  );
}

/** The picture in the order and colours of the view; undefined while it loads. */
function useArrangement(picture: Picture | undefined, { by, order, scale, palette }: View) {
  // Apart, so that another order of the samples leaves the names of the rows as they are.
  const rows = useMemo(() => picture && arrangeRows(picture, order), [picture, order]);
  const samples = useMemo(() => picture && arrangeSamples(picture, by), [picture, by]);
  const arrangement = useMemo(
    () => picture && rows && samples && arrange(picture, { rows, samples }),
    [picture, rows, samples],
  );
  const z = arrangement?.z;
  const colours = useMemo(
    () => picture && z && colourScale(picture, z, { scale, palette }),
    [picture, z, scale, palette],
  );
  return picture && arrangement && colours && { picture, arrangement, scale: colours };
}

const NO_SETS: readonly PictureSet[] = [];

export interface ModulePictureProps {
  module: ModuleRecord;
  /** the view of the address, and the replies to its calls */
  asked: {
    view: View;
    setQuery(change: ViewChange): void;
    query: ReturnType<typeof pictureQuery>;
    reply: UseQueryResult<Picture>;
    sets: UseQueryResult<ReplyOf<typeof listPictureSets>>;
  };
}

/** Expression of the members of a module with eigengene, sample attributes and enrichment, on one order of samples. */
export function ModulePicture({ module, asked }: ModulePictureProps) {
  const { view, setQuery, query, reply, sets } = asked;
  const shownAs = useShownAs();
  const { ref, width } = useWidth();
  const shown = useArrangement(reply.data, view);
  const change = useCallback((part: ViewChange) => setQuery(part), [setQuery]);
  const hrefOf = useCallback(
    (feature: string) => featureAddress(module.unique_identifier, feature),
    [module.unique_identifier],
  );
  const choose = useCallback(
    (set: number | null) => setQuery({ set: set === null ? null : String(set) }),
    [setQuery],
  );
  if (!shown || reply.isError) return <NotLoaded reply={reply} what="the picture" />;
  const { picture, arrangement, scale } = shown;
  const enriched = sets.data?.results ?? NO_SETS;
  const below = picture.values.length > 0 ? view.below : 'eigengene';
  const title = `${module.title}: ${picture.values.length > 0 ? `${countOf(picture.rows.length, 'feature')}, ` : ''}${countOf(picture.samples.length, 'sample')}`;
  return (
    <MarkedProvider>
      <PictureFrame
        ref={ref}
        label="Picture of the module"
        {...shownAs}
        actions={
          <>
            <MemberLinks module={module} definition={view.definition} />
            {picture.values.length > 0 && <CollectButton items={() => picture.rows.map(toMember)} />}
            <CodeModal
              about="The script fetches the numbers of this picture and draws its heat map in the same order and scale."
              languages={CODE_LANGUAGES}
              codeFor={(language) =>
                codeLines(language, `${window.location.origin}${picturePath(module.id, query)}`, view)
              }
            />
          </>
        }
        download={{
          draw: () =>
            drawPicture(picture, arrangement, {
              scale,
              below,
              title,
              about: [module.input_data_set],
              sets: enriched,
            }),
          write: () => writePicture(picture, arrangement),
          others:
            enriched.length === 0
              ? []
              : [
                  {
                    title: 'Gene sets as TSV',
                    extension: 'sets.tsv',
                    write: () => writeSets(enriched, picture),
                  },
                ],
          fileName: `module-picture-${module.omicon_id}`,
        }}
        notes={
          <>
            <PictureControls view={view} picture={picture} definitions={module.definitions} change={change} />
            <Notes picture={picture} view={view} isTable={shownAs.as === 'table'} />
            {picture.number_of_matching === 0 && <NoMembers module={module} view={view} />}
          </>
        }
        table={<PictureTable picture={picture} arrangement={arrangement} hrefOf={hrefOf} />}
        below={
          sets.data !== undefined && (
            <SetDots sets={enriched} rows={picture.rows} chosen={view.set} onChoose={choose} />
          )
        }
      >
        {width > 0 && (
          <PictureFigure
            {...shown}
            sets={enriched}
            below={below}
            width={Math.max(width, 260)}
            label={title}
            hrefOf={hrefOf}
          />
        )}
        <PictureLegend picture={picture} scale={scale} />
      </PictureFrame>
    </MarkedProvider>
  );
}
