import { ActionIcon, Button, Group } from '@mantine/core';
import { geneAddress } from '@omicon/contract/addresses.ts';
import type { ListRepair } from '@omicon/contract/areas/genes/gene-lists.ts';
import { showInvisible } from '@omicon/domain/identifiers/lists/split-identifiers.ts';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { saveText } from '../../../ui/files/write-table.ts';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { copyText } from '../../../ui/text/CopyText.tsx';
import { countOf, formatCount } from '../../../ui/text/format.ts';
import classes from '../gene-lists.module.css';
import { writeRepair } from './repair-rows.ts';

const MAX_NAMED = 500;

interface FateProps {
  title: string;
  count: number;
  /** open at first, for identifiers that are left out of the search */
  isLeftOut?: boolean;
  lines: readonly { key: string; shown: ReactNode }[];
}

/** Identifiers with one outcome: their number, expandable to a list. */
function Fate({ title, count, isLeftOut = false, lines }: FateProps) {
  if (count === 0) return null;
  const head = (
    <>
      <span className={isLeftOut ? classes.leftOut : undefined}>{title}</span>
      <span className="tabular">{formatCount(count)}</span>
    </>
  );
  if (lines.length === 0)
    return (
      <div className={classes.fate}>
        <div className={classes.fateLine}>{head}</div>
      </div>
    );
  return (
    <details className={classes.fate} open={isLeftOut}>
      <summary>{head}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ul className={classes.names} tabIndex={0} aria-label={title}>
        {lines.slice(0, MAX_NAMED).map(({ key, shown }) => (
          <li key={key}>{shown}</li>
        ))}
        {lines.length > MAX_NAMED && (
          <li>and {formatCount(lines.length - MAX_NAMED)} more, all of them in the TSV</li>
        )}
      </ul>
    </details>
  );
}

function toSymbol({ from, to }: { from: string; to: string }) {
  const shown = (
    <span className="identifier">
      {showInvisible(from)} → <AddressLink href={geneAddress(to)}>{to}</AddressLink>
    </span>
  );
  return { key: `${from} ${to}`, shown };
}

const KINDS = [
  { kind: 'ALIAS', title: 'Aliases replaced by symbols' },
  { kind: 'ENTREZID', title: 'Entrez ids replaced by symbols' },
  { kind: 'ENSEMBL', title: 'Ensembl ids replaced by symbols' },
  { kind: 'PROBEID', title: 'Probes replaced by symbols' },
] as const;

interface RepairReportProps {
  identifiers: readonly string[];
  repair: ListRepair;
  onChoose(from: string, to: string): void;
}

/** Report on a list: what it holds and which genes are searched for. */
export function RepairReport({ identifiers, repair, onChoose }: RepairReportProps) {
  const write = () => writeRepair(identifiers, repair);
  return (
    <section className={classes.report} aria-label="What becomes of the list">
      <div className={classes.reportHead}>
        <span role="status">
          {countOf(repair.given, 'identifier')} given,{' '}
          <strong>{countOf(repair.symbols.length, 'gene')}</strong> found
        </span>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            aria-label="Copy the genes found"
            title="Copy the genes found"
            onClick={() => void copyText(repair.symbols.join('\n'), 'The genes found have been copied')}
          >
            <IconCopy size={15} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            aria-label="Download the report as TSV"
            title="Download the report as TSV"
            onClick={() => saveText(write(), 'gene-list.tsv', 'text/tab-separated-values')}
          >
            <IconDownload size={15} aria-hidden="true" />
          </ActionIcon>
        </Group>
      </div>
      <Fate
        title="Unknown, left out"
        count={repair.unknown.length}
        isLeftOut
        lines={[...new Set(repair.unknown)].map((id) => ({
          key: id,
          // The page of an unknown name lists those spelled alike.
          shown: (
            <AddressLink href={geneAddress(id)} className="identifier">
              {showInvisible(id)}
            </AddressLink>
          ),
        }))}
      />
      <Fate
        title="Ambiguous, left out until one is chosen"
        count={repair.ambiguous.length}
        isLeftOut
        lines={repair.ambiguous.map(({ from, candidates }) => ({
          key: from,
          shown: <Choice from={from} candidates={candidates} onChoose={onChoose} />,
        }))}
      />
      <Fate
        title="Dates recognised as genes"
        count={repair.dates.length}
        lines={repair.dates.map(toSymbol)}
      />
      <Fate
        title="Symbols in other characters"
        count={new Set(repair.cleaned.map(({ from }) => from)).size}
        lines={repair.cleaned.map(toSymbol)}
      />
      {KINDS.map(({ kind, title }) => {
        const mapped = repair.mapped.filter((one) => one.kind === kind);
        const count = new Set(mapped.map(({ from }) => from)).size;
        return <Fate key={kind} title={title} count={count} lines={mapped.map(toSymbol)} />;
      })}
      <Fate title="Symbols" count={repair.official} lines={[]} />
      <Fate title="Repeated" count={repair.repeated} lines={[]} />
    </section>
  );
}

interface ChoiceProps {
  from: string;
  candidates: readonly string[];
  onChoose(from: string, to: string): void;
}

/** Candidate symbols of an ambiguous name; a click chooses one. */
function Choice({ from, candidates, onChoose }: ChoiceProps) {
  return (
    <Group gap={4}>
      <span className="identifier">{from}</span>
      {candidates.map((candidate) => (
        <Button
          key={candidate}
          size="compact-xs"
          variant="default"
          aria-label={`Take ${candidate} for ${from}`}
          onClick={() => onChoose(from, candidate)}
        >
          <span className="identifier">{candidate}</span>
        </Button>
      ))}
    </Group>
  );
}
