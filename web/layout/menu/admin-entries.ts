import { NAMED_SCREENS, type NamedScreen } from '@omicon/routes/named-screens.ts';
import {
  type Icon,
  IconAdjustments,
  IconAlertTriangle,
  IconFileImport,
  IconFileText,
  IconMessageReport,
  IconShieldLock,
  IconTable,
  IconUsers,
} from '@tabler/icons-react';

interface AdminEntry extends NamedScreen {
  /** description of the screen */
  summary: string;
  icon: Icon;
  /** false for a part of another screen, which is not in the side menu */
  isInMenu: boolean;
}

/** Administration screens in the order of the specification, for the side menu and the settings page. */
export const ADMIN_ENTRIES: readonly AdminEntry[] = [
  {
    ...NAMED_SCREENS.tables,
    summary:
      'Attributes of samples, data collections, data sets and analyses, and the ontologies, with their versions.',
    icon: IconTable,
    isInMenu: true,
  },
  {
    ...NAMED_SCREENS.rolesAndPermissions,
    summary: 'Permissions of each role, and a log of changes.',
    icon: IconShieldLock,
    isInMenu: true,
  },
  {
    ...NAMED_SCREENS.preferences,
    summary: 'Welcome text, contact, guests, sign-up and the size of previews.',
    icon: IconAdjustments,
    isInMenu: true,
  },
  {
    ...NAMED_SCREENS.userManagement,
    summary: 'Accounts and roles, the whitelist of the laboratory, and removed people.',
    icon: IconUsers,
    isInMenu: true,
  },
  {
    ...NAMED_SCREENS.feedback,
    summary: 'Bug reports with screenshots, comments and wishes, with their status.',
    icon: IconMessageReport,
    isInMenu: true,
  },
  {
    ...NAMED_SCREENS.imports,
    summary: 'Past and running imports with their reports.',
    icon: IconFileImport,
    isInMenu: false,
  },
  {
    ...NAMED_SCREENS.failedJobs,
    summary: 'Background jobs that were given up, with a way to retry them.',
    icon: IconAlertTriangle,
    isInMenu: false,
  },
  {
    ...NAMED_SCREENS.termsEditor,
    summary: 'Versions of the terms, and a draft of the next one.',
    icon: IconFileText,
    isInMenu: false,
  },
];
