import { Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { BreakableName } from '../../ui/text/BreakableName.tsx';
import type { ReadDraft } from './calls.ts';
import { DraftActions } from './DraftActions.tsx';
import classes from './drafts.module.css';
import { AttributesSection } from './sections/AttributesSection.tsx';
import { CellsSection } from './sections/CellsSection.tsx';
import { FindingsSection } from './sections/FindingsSection.tsx';
import { MapFileButtons } from './sections/MapFileButtons.tsx';
import { PreviewSection } from './sections/PreviewSection.tsx';
import { RecordsSection } from './sections/RecordsSection.tsx';
import { SamplesSection } from './sections/SamplesSection.tsx';
import { ValuesSection } from './sections/ValuesSection.tsx';
import { useDraftMap } from './use-draft-map.ts';

/** What the files are, as a heading that takes the focus when it appears; below, what each of them is taken for. */
function DraftHeading({ proposal: { sentence, files } }: Pick<ReadDraft, 'proposal'>) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <Title ref={heading} order={2} tabIndex={-1} className={classes.heading ?? ''}>
        <BreakableName text={sentence} />
      </Title>
      <ul className={classes.facts} aria-label="Files">
        {files.map(({ name, taken_for }) => (
          <li key={name}>
            <span className="identifier">{name}</span>: {taken_for}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface DraftMapProps {
  draft: ReadDraft;
  onNewFiles(): void;
}

/** The proposals for the files of a draft, to be checked, changed and stored. */
export function DraftMap({ draft, onNewFiles }: DraftMapProps) {
  const mapping = useDraftMap(draft);
  const { map, proposal } = mapping;
  return (
    <Stack gap="lg">
      <DraftHeading proposal={proposal} />
      <Text size="sm" maw="72ch">
        Check these proposals and change what is wrong: the files are read again with each change. Nothing is
        stored before you press Store.
      </Text>
      <MapFileButtons {...mapping} />
      <CellsSection {...mapping} />
      <ValuesSection {...mapping} />
      <SamplesSection {...mapping} />
      <AttributesSection {...mapping} />
      <RecordsSection {...mapping} />
      <PreviewSection file={map.matrix} preview={proposal.preview} />
      <FindingsSection {...mapping} />
      <DraftActions draft={draft} mapping={mapping} onNewFiles={onNewFiles} />
    </Stack>
  );
}
