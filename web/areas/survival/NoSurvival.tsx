import { List } from '@mantine/core';
import { dataSetAddress } from '@omicon/contract/addresses.ts';
import type { getSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';

/** Why there is no survival, and data sets that have it. */
export function NoSurvival({
  elsewhere,
  children,
}: Pick<ReplyOf<typeof getSurvival>, 'elsewhere'> & { children: ReactNode }) {
  return (
    <EmptyState title="No survival data">
      {children}
      {elsewhere.length === 0 ? (
        <p>No data set that you can read has survival data.</p>
      ) : (
        <>
          <p>These data sets have survival data:</p>
          <List size="sm" listStyleType="none">
            {elsewhere.map(({ id, title }) => (
              <List.Item key={id}>
                <AddressLink href={dataSetAddress(id, 'survival')} underline="always">
                  {title}
                </AddressLink>
              </List.Item>
            ))}
          </List>
        </>
      )}
    </EmptyState>
  );
}
