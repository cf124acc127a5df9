import { ActionIcon, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ADMIN } from '@omicon/contract/addresses.ts';
import { IconMenu2, IconSettings } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { openReport } from '../areas/feedback/open-report.ts';
import { NotificationBell } from '../areas/notifications/NotificationBell.tsx';
import { useSession } from '../base/sign-in/session.ts';
import { AddressLink } from '../ui/navigation/AddressLink.tsx';
import { AvatarMenu } from './AvatarMenu.tsx';
import classes from './app-frame.module.css';
import { HEADER_LINKS, NARROW_HEADER } from './header-links.ts';
import { Logo } from './Logo.tsx';
import { SearchBox } from './search/SearchBox.tsx';

/** Links to Advanced search, About, Help, TOS and Feedback, and to the settings for people who may see them. */
function HeaderLinks() {
  const { pathname } = useLocation();
  const { hasPermission } = useSession();
  return (
    <nav aria-label="Portal" className={classes.links}>
      {HEADER_LINKS.filter(({ access }) => hasPermission(access)).map(({ title, href }) => (
        <AddressLink
          key={href}
          href={href}
          underline="never"
          className={classes.headerLink ?? ''}
          aria-current={pathname === href ? 'page' : undefined}
        >
          {title}
        </AddressLink>
      ))}
      <UnstyledButton className={classes.headerLink ?? ''} onClick={openReport}>
        Feedback
      </UnstyledButton>
      {hasPermission('ATTRIBUTES_VERSION_LIST_VIEW') && (
        <AddressLink
          href={ADMIN}
          className={classes.gear ?? ''}
          aria-label="Settings"
          title="Settings"
          aria-current={pathname === ADMIN ? 'page' : undefined}
        >
          <IconSettings size={18} stroke={1.6} aria-hidden="true" />
        </AddressLink>
      )}
    </nav>
  );
}

export function Header({ isMenuOpen, onMenu }: { isMenuOpen: boolean; onMenu(): void }) {
  const isNarrow = useMediaQuery(NARROW_HEADER, undefined, { getInitialValueInEffect: false });
  return (
    <header className={classes.header}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label="Side menu"
        aria-expanded={isMenuOpen}
        onClick={onMenu}
      >
        <IconMenu2 size={18} aria-hidden="true" />
      </ActionIcon>
      <AddressLink href="/home" className={classes.logo ?? ''} underline="never" aria-label="Omicon, home">
        <Logo />
      </AddressLink>
      <SearchBox />
      {!isNarrow && <HeaderLinks />}
      <NotificationBell />
      <AvatarMenu hasLinks={isNarrow} />
    </header>
  );
}
