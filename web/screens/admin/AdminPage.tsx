import { Stack, Text } from '@mantine/core';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { ADMIN_ENTRIES } from '../../layout/menu/admin-entries.ts';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import classes from './admin-page.module.css';
import { SystemTables } from './SystemTables.tsx';

const shape = z.object({ tab: z.enum(['attributes', 'ontologies']).nullable().catch(null) });

/** `/home/admin`: links to the administration screens that the person may see; `tab` shows one of the tables. */
export function AdminPage() {
  const { query } = useAddressQuery(shape);
  if (query.tab === null) return <Settings />;
  return (
    <OnlyWith
      screen={NAMED_SCREENS.tables}
      refusal="You cannot see these tables"
      hint="Only members of the laboratory can read the tables of attributes and ontologies."
    >
      <SystemTables />
    </OnlyWith>
  );
}

function Settings() {
  const { hasPermission } = useSession();
  const entries = ADMIN_ENTRIES.filter(({ access }) => hasPermission(access));
  return (
    <>
      <PageTitle title={NAMED_SCREENS.settings.title} />
      {entries.length === 0 && (
        <EmptyState title="You cannot change any settings">
          Administrators manage users, roles, preferences and terms.
        </EmptyState>
      )}
      <Stack component="ul" className={classes.list ?? ''} gap="sm">
        {entries.map(({ title, summary, href, icon: Picture }) => (
          <li key={href}>
            <AddressLink href={href} underline="never" className={classes.entry ?? ''}>
              <Picture size={22} stroke={1.6} aria-hidden="true" />
              <span>
                <Text component="span" fw={600} display="block">
                  {title}
                </Text>
                <Text component="span" size="sm" c="dimmed">
                  {summary}
                </Text>
              </span>
            </AddressLink>
          </li>
        ))}
      </Stack>
    </>
  );
}
