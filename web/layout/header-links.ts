import { type Icon, IconFileText, IconHelpCircle, IconInfoCircle } from '@tabler/icons-react';
import { ABOUT, HELP, TERMS } from '../base/addresses.ts';

/** Links of the header; in small windows they stand in the menu of the account. */
export const HEADER_LINKS: readonly { title: string; href: string; icon: Icon }[] = [
  { title: 'About', href: ABOUT, icon: IconInfoCircle },
  { title: 'Help', href: HELP, icon: IconHelpCircle },
  { title: 'TOS', href: TERMS, icon: IconFileText },
];

/** Below this width the header has room for the search only. */
export const NARROW_HEADER = '(max-width: 900px)';
