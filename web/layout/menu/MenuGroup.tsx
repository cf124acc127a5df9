import { Collapse, Tooltip, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Icon, IconChevronDown, IconFolderPlus } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import classes from './side-menu.module.css';

interface MenuLinkProps {
  href: string;
  icon?: Icon;
  isFolded?: boolean;
  children: string;
}

export function MenuLink({ href, icon: Picture, isFolded = false, children }: MenuLinkProps) {
  const { pathname } = useLocation();
  const link = (
    <AddressLink
      href={href}
      underline="never"
      className={classes.link ?? ''}
      data-inner={Picture === undefined || undefined}
      aria-current={pathname === href ? 'page' : undefined}
      aria-label={isFolded ? children : undefined}
    >
      {Picture !== undefined && <Picture size={18} stroke={1.6} aria-hidden="true" />}
      {!isFolded && <span className={classes.text}>{children}</span>}
    </AddressLink>
  );
  if (!isFolded) return link;
  return (
    <Tooltip label={children} position="right">
      {link}
    </Tooltip>
  );
}

interface MenuGroupProps {
  title: string;
  icon: Icon;
  /** link of the group's icon while the menu is collapsed */
  href: string;
  isFolded: boolean;
  add: { href: string; label: string } | null;
  children: ReactNode;
}

/** An expandable group of lists; the folder icon opens the screen to add records. */
export function MenuGroup({ title, icon: Picture, href, isFolded, add, children }: MenuGroupProps) {
  const [isOpen, { toggle }] = useDisclosure(true);
  if (isFolded) {
    return (
      <MenuLink href={href} icon={Picture} isFolded>
        {title}
      </MenuLink>
    );
  }
  return (
    <section className={classes.group} aria-label={title}>
      <div className={classes.groupHead}>
        <UnstyledButton className={classes.link ?? ''} aria-expanded={isOpen} onClick={toggle}>
          <Picture size={18} stroke={1.6} aria-hidden="true" />
          <span className={classes.text}>{title}</span>
          <IconChevronDown
            size={14}
            className={classes.chevron}
            data-open={isOpen || undefined}
            aria-hidden="true"
          />
        </UnstyledButton>
        {add !== null && (
          <Tooltip label={add.label}>
            <AddressLink href={add.href} aria-label={add.label} className={classes.add ?? ''}>
              <IconFolderPlus size={17} stroke={1.6} aria-hidden="true" />
            </AddressLink>
          </Tooltip>
        )}
      </div>
      {/* The other mode mounts its content twice where motion is reduced. */}
      <Collapse expanded={isOpen} keepMountedMode="display-none">
        {children}
      </Collapse>
    </section>
  );
}
