import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { AddressLink } from '../ui/AddressLink.tsx';
import { AvatarMenu } from './AvatarMenu.tsx';
import classes from './app-frame.module.css';
import { Logo } from './Logo.tsx';
import { SearchBox } from './SearchBox.tsx';

export function Header({ isMenuOpen, onMenu }: { isMenuOpen: boolean; onMenu(): void }) {
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
      <AvatarMenu />
    </header>
  );
}
