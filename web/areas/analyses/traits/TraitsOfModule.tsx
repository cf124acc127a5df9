import { Alert, Text } from '@mantine/core';
import { moduleAddress } from '@omicon/contract/addresses.ts';
import { listModuleTraits, type ModuleRecord } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../../ui/feedback/NotLoaded.tsx';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { PictureFrame, useShownAs } from '../../../ui/plot/PictureFrame.tsx';
import { CodeModal } from '../../../ui/text/CodeModal.tsx';
import { CODE_LANGUAGES, codeLines } from './code-lines.ts';
import { drawTraitBars } from './draw-trait-bars.tsx';
import { emptyText } from './ModuleTraits.tsx';
import { TraitGrid } from './TraitGrid.tsx';
import {
  barOf,
  describeTrait,
  figuresOf,
  followsTechnical,
  listClosest,
  onlyModule,
  SIGNIFICANT_Q,
  shadeOf,
  writeTraits,
} from './trait-cells.ts';
import classes from './traits.module.css';

/** Associations of one module with the attributes of its samples, the strongest first. */
export function TraitsOfModule({ module }: { module: ModuleRecord }) {
  const shownAs = useShownAs();
  const { version } = module;
  const reply = useEndpoint(listModuleTraits, { params: { id: module.network.id }, query: { version } });
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the traits" />;
  const table = onlyModule(reply.data, module.id);
  const cells = listClosest(table);
  if (cells.length === 0) return <EmptyState title="No traits">{emptyText(table)}</EmptyState>;
  const [own] = table.modules;
  const title = `Sample attributes and ${module.title}`;
  const path = `${listModuleTraits.path.replace(':id', String(module.network.id))}?version=${version}`;
  const technical = own !== undefined && followsTechnical(table, own) ? own.strongest : null;
  return (
    <PictureFrame
      label={title}
      {...shownAs}
      actions={
        <CodeModal
          about="The script fetches the traits of the network and draws the bars of this module."
          languages={CODE_LANGUAGES}
          codeFor={(language) => codeLines(language, `${window.location.origin}${path}`, module.id)}
        />
      }
      download={{
        draw: () => drawTraitBars(table, title),
        write: () => writeTraits(table),
        fileName: `traits-${module.omicon_id}`,
      }}
      notes={
        technical !== null && (
          <Alert color="orange" variant="light" mb="md">
            <Text size="sm" fw={600}>
              This module follows how the samples were measured
            </Text>
            {displayAttribute(technical)} explains more of its eigengene than any other attribute.
          </Alert>
        )
      }
      table={<TraitGrid table={table} version={version} />}
      below={
        <Text size="xs" c="dimmed" mt="sm">
          To the right and red: r above 0; to the left and blue: below. Violet: root of R² of several groups.
          Bold: q below 0.05, Benjamini-Hochberg over all modules and attributes of the network.
        </Text>
      }
    >
      <ul className={classes.bars}>
        {cells.map(({ module: of, trait, ...cell }) => {
          const { start, size } = barOf(cell);
          return (
            <li key={trait.attribute}>
              <AddressLink
                href={`${moduleAddress(of.omicon_id, 'eigengene', version)}&attribute=${encodeURIComponent(trait.attribute)}`}
                className={classes.bar}
                underline="never"
                title={describeTrait(trait)}
              >
                <span className={trait.is_technical ? classes.technical : undefined}>
                  {displayAttribute(trait.attribute)}
                </span>
                <span className={classes.axis} aria-hidden="true">
                  <span
                    style={{
                      background: shadeOf(cell)?.colour,
                      width: `${size}%`,
                      insetInlineStart: `${start}%`,
                    }}
                  />
                </span>
                <span
                  className={`${classes.barFigures} ${cell.q_value < SIGNIFICANT_Q ? classes.significant : ''}`}
                >
                  {figuresOf(trait, cell)}
                </span>
              </AddressLink>
            </li>
          );
        })}
      </ul>
    </PictureFrame>
  );
}
