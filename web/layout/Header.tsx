import { ActionIcon, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { menuName, NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { IconCommand, IconMenu2, IconSettings } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { openReport } from '../areas/feedback/open-report.ts';
import { NotificationBell } from '../areas/notifications/NotificationBell.tsx';
import { useSession } from '../base/sign-in/session.ts';
import { AddressLink } from '../ui/navigation/AddressLink.tsx';
import { AvatarMenu } from './AvatarMenu.tsx';
import classes from './app-frame.module.css';
import { HEADER_LINKS, NARROW_HEADER } from './header-links.ts';
import { Logo } from './Logo.tsx';
import { openPalette } from './palette/open-palette.tsx';
import { SearchBox } from './search/SearchBox.tsx';

/** Links to Advanced search, About, Help, TOS and Feedback, and to the settings for people who may see them. */
function HeaderLinks() {
  const { pathname } = useLocation();
  const { hasPermission } = useSession();
  return (
    <nav aria-label="Portal" className={classes.links}>
      {HEADER_LINKS.filter(({ access }) => hasPermission(access)).map((screen) => (
        <AddressLink
          key={screen.href}
          href={screen.href}
          underline="never"
          className={classes.headerLink ?? ''}
          aria-current={pathname === screen.href ? 'page' : undefined}
        >
          {menuName(screen)}
        </AddressLink>
      ))}
      <UnstyledButton className={classes.headerLink ?? ''} onClick={openReport}>
        Feedback
      </UnstyledButton>
      {hasPermission(NAMED_SCREENS.settings.access) && (
        <AddressLink
          href={NAMED_SCREENS.settings.href}
          className={classes.gear ?? ''}
          aria-label={NAMED_SCREENS.settings.title}
          title={NAMED_SCREENS.settings.title}
          aria-current={pathname === NAMED_SCREENS.settings.href ? 'page' : undefined}
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
      {!isNarrow && (
        <UnstyledButton
          className={classes.gear ?? ''}
          aria-label="Command palette"
          title="Command palette (Ctrl K)"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={openPalette}
        >
          <IconCommand size={18} stroke={1.6} aria-hidden="true" />
        </UnstyledButton>
      )}
      {!isNarrow && <HeaderLinks />}
      <NotificationBell />
      <AvatarMenu hasLinks={isNarrow} />
    </header>
  );
}
