import { Checkbox, Stack, Text, Title } from '@mantine/core';
import type { Finding } from '@omicon/domain/data-map/data-map.ts';
import { formatCount } from '../../../ui/text/format.ts';
import classes from '../drafts.module.css';
import { isToConfirm } from '../store-reason.ts';
import type { Mapping } from '../use-draft-map.ts';
import { DraftSection } from './DraftSection.tsx';

const LEVELS: readonly { level: Finding['level']; title: string; hint: string }[] = [
  { level: 'refused', title: 'To resolve', hint: 'The data cannot be stored like this.' },
  { level: 'confirm', title: 'To confirm', hint: 'Stored only if you say that it is right.' },
  { level: 'warning', title: 'Warnings', hint: 'Stored as it is.' },
  { level: 'repair', title: 'Repairs', hint: 'Stored otherwise than it is written.' },
];

/** Where it was noticed and how often: `a.csv, line 3, column GSM1 · 12 times`. */
function positionOf({ file, line, column, count }: Finding): string {
  const parts = [file, line === null ? null : `line ${line}`, column === null ? null : `column ${column}`];
  const position = parts.filter((part) => part !== null).join(', ');
  const times = count > 1 ? `concerns ${formatCount(count)}` : '';
  return [position, times].filter((part) => part !== '').join(' · ');
}

function FindingText({ finding }: { finding: Finding }) {
  const position = positionOf(finding);
  return (
    <>
      <Text component="span" display="block" size="sm" maw="80ch" className={classes.whole ?? ''}>
        {finding.sentence}
      </Text>
      {position !== '' && (
        <Text component="span" display="block" size="sm" c="dimmed" className={classes.whole ?? ''}>
          {position}
        </Text>
      )}
    </>
  );
}

interface FindingItemProps {
  finding: Finding;
  /** null if there is nothing to confirm */
  isConfirmed: boolean | null;
  onConfirm(isConfirmed: boolean): void;
}

function FindingItem({ finding, isConfirmed, onConfirm }: FindingItemProps) {
  if (isConfirmed === null) return <FindingText finding={finding} />;
  return (
    <Checkbox
      size="xs"
      checked={isConfirmed}
      label={<FindingText finding={finding} />}
      onChange={({ currentTarget }) => onConfirm(currentTarget.checked)}
    />
  );
}

/** What was noticed in the files, the gravest first. */
export function FindingsSection({ map, proposal, edit }: Mapping) {
  const { confirmed } = map;
  const levelOf = (finding: Finding) => (isToConfirm(finding, confirmed) ? 'confirm' : finding.level);
  const groups = LEVELS.map((group) => ({
    ...group,
    findings: proposal.findings.filter((finding) => levelOf(finding) === group.level),
  })).filter(({ findings }) => findings.length > 0);

  function confirm(key: string, isConfirmed: boolean): void {
    const others = confirmed.filter((other) => other !== key);
    edit({ confirmed: isConfirmed ? [...others, key] : others });
  }

  return (
    <DraftSection title="Findings">
      {groups.length === 0 && <Text size="sm">Nothing was noticed that you should know.</Text>}
      {groups.map(({ level, title, hint, findings }) => (
        <Stack key={level} gap="xs">
          <Title order={4} size="h3">
            {title} ({formatCount(findings.length)})
          </Title>
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
          <ul className={classes.findings} aria-label={title}>
            {findings.map((finding) => (
              <li key={finding.key}>
                <FindingItem
                  finding={finding}
                  isConfirmed={level === 'confirm' ? confirmed.includes(finding.key) : null}
                  onConfirm={(isConfirmed) => confirm(finding.key, isConfirmed)}
                />
              </li>
            ))}
          </ul>
        </Stack>
      ))}
    </DraftSection>
  );
}
