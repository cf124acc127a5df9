import { Alert, Text } from '@mantine/core';
import type { SymbolRepair } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { Fragment } from 'react';
import { geneAddress } from '../../../base/addresses/addresses.ts';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { countOf } from '../../../ui/text/format.ts';
import classes from '../wizard.module.css';

const MAX_IN_LINE = 5;
const NAMES = new Intl.ListFormat('en', { type: 'conjunction' });

interface Pair {
  given: string;
  used: string;
}

function GeneLink({ symbol }: { symbol: string }) {
  return (
    <AddressLink href={geneAddress(symbol)} size="xs" underline="always">
      {symbol}
    </AddressLink>
  );
}

function Replaced({ pairs }: { pairs: readonly Pair[] }) {
  if (pairs.length <= MAX_IN_LINE)
    return (
      <Text size="xs" component="p" m={0}>
        {pairs.length === 1 ? 'Old name replaced: ' : 'Old names replaced: '}
        <span className="identifier">
          {pairs.map(({ given, used }, at) => (
            <Fragment key={given}>
              {at > 0 && ', '}
              {given} → <GeneLink symbol={used} />
            </Fragment>
          ))}
        </span>
      </Text>
    );
  return (
    <details className={classes.repairs}>
      <summary>{countOf(pairs.length, 'old name')} replaced by official symbols</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keyboard */}
      <ul tabIndex={0} aria-label="Old names replaced">
        {pairs.map(({ given, used }) => (
          <li key={given} className="identifier">
            {given} → <GeneLink symbol={used} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Old names in lists of symbols: those replaced, and ambiguous ones that the person has to decide. */
export function SymbolRepairs({ repairs }: { repairs: readonly SymbolRepair[] }) {
  // Two rules may list the same name.
  const each = [...new Map(repairs.map((repair) => [repair.given, repair])).values()];
  const replaced = each.flatMap(({ given, used }) => (used === null ? [] : [{ given, used }]));
  const undecided = each.filter(({ used }) => used === null);
  return (
    <>
      {replaced.length > 0 && <Replaced pairs={replaced} />}
      {undecided.map(({ given, candidates }) => (
        <Text key={given} size="xs" component="p" m={0} c="var(--omicon-warning)">
          <span className="identifier">{given}</span> is an old name of{' '}
          {NAMES.formatToParts(candidates).map(({ type, value }, at) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence
            type === 'element' ? <GeneLink key={at} symbol={value} /> : value,
          )}
          , so it was not replaced. List the symbol you mean.
        </Text>
      ))}
    </>
  );
}

/** The same for all rules of a query, above its results. */
export function ResultRepairs({ repairs }: { repairs: readonly SymbolRepair[] | undefined }) {
  if (repairs === undefined || repairs.length === 0) return null;
  return (
    <Alert variant="light" color="teal" role="status" p="xs" mb="sm">
      <SymbolRepairs repairs={repairs} />
    </Alert>
  );
}
