import { ABOUT, ADVANCED_SEARCH, HELP, TERMS } from '@omicon/contract/addresses.ts';
import { SEARCH_ACCESS } from '@omicon/contract/areas/advanced-search/search-access.ts';
import type { Access } from '@omicon/domain/permissions/permissions.ts';
import {
  type Icon,
  IconFileText,
  IconFilterSearch,
  IconHelpCircle,
  IconInfoCircle,
} from '@tabler/icons-react';

/** Links of the header; in small windows they are in the account menu. */
export const HEADER_LINKS: readonly { title: string; href: string; icon: Icon; access: Access }[] = [
  { title: 'Advanced Search', href: ADVANCED_SEARCH, icon: IconFilterSearch, access: SEARCH_ACCESS },
  { title: 'About', href: ABOUT, icon: IconInfoCircle, access: 'signed in' },
  { title: 'Help', href: HELP, icon: IconHelpCircle, access: 'signed in' },
  { title: 'TOS', href: TERMS, icon: IconFileText, access: 'signed in' },
];

/** Below this width the header has room only for the search. */
export const NARROW_HEADER = '(max-width: 900px)';
