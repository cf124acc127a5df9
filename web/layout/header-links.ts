import { NAMED_SCREENS, type NamedScreen } from '@omicon/routes/named-screens.ts';
import {
  type Icon,
  IconFileText,
  IconFilterSearch,
  IconHelpCircle,
  IconInfoCircle,
} from '@tabler/icons-react';

/** Links of the header; in small windows they are in the account menu. */
export const HEADER_LINKS: readonly (NamedScreen & { icon: Icon })[] = [
  // The specification writes it with two capitals, here.
  { ...NAMED_SCREENS.advancedSearch, menu: NAMED_SCREENS.advancedSearch.title, icon: IconFilterSearch },
  { ...NAMED_SCREENS.about, icon: IconInfoCircle },
  { ...NAMED_SCREENS.help, icon: IconHelpCircle },
  { ...NAMED_SCREENS.terms, icon: IconFileText },
];

/** Below this width the header has room only for the search. */
export const NARROW_HEADER = '(max-width: 900px)';
