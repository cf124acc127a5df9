import type { PermissionCode } from '@omicon/domain/permissions/permissions.ts';
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
import {
  FAILED_JOBS,
  FEEDBACK,
  IMPORTS,
  PREFERENCES,
  ROLES_AND_PERMISSIONS,
  SYSTEM_TABLES,
  TERMS_EDITOR,
  USER_MANAGEMENT,
} from '../base/addresses/addresses.ts';

interface AdminEntry {
  title: string;
  /** description of the screen */
  summary: string;
  href: string;
  icon: Icon;
  permission: PermissionCode;
  /** false for a part of another screen, which is not in the side menu */
  isInMenu: boolean;
}

/** Administration screens in the order of the specification, for the side menu and the settings page. */
export const ADMIN_ENTRIES: readonly AdminEntry[] = [
  {
    title: 'Tables',
    summary:
      'Attributes of samples, data collections, data sets and analyses, and the ontologies, with their versions.',
    href: SYSTEM_TABLES,
    icon: IconTable,
    permission: 'ATTRIBUTES_VERSION_LIST_VIEW',
    isInMenu: true,
  },
  {
    title: 'Roles and Permissions',
    summary: 'What each role may do, and who changed it when.',
    href: ROLES_AND_PERMISSIONS,
    icon: IconShieldLock,
    permission: 'USER_MANAGEMENT_PERMISSIONS',
    isInMenu: true,
  },
  {
    title: 'Preferences',
    summary: 'Welcome text, contact, guests, sign-up and the size of previews.',
    href: PREFERENCES,
    icon: IconAdjustments,
    permission: 'PREFERENCES_EDIT',
    isInMenu: true,
  },
  {
    title: 'User Management',
    summary: 'Who has an account and as what, the whitelist of the laboratory, people who were removed.',
    href: USER_MANAGEMENT,
    icon: IconUsers,
    permission: 'USER_MANAGEMENT_LIST_VIEW',
    isInMenu: true,
  },
  {
    title: 'Reports and Feedback',
    summary: 'Bug reports with their screenshots, comments and wishes, and how far each is.',
    href: FEEDBACK,
    icon: IconMessageReport,
    permission: 'FEEDBACK_LIST_VIEW',
    isInMenu: true,
  },
  {
    title: 'Imports',
    summary: 'Every import with its report, those of the command line included.',
    href: IMPORTS,
    icon: IconFileImport,
    permission: 'OPERATIONS_VIEW',
    isInMenu: false,
  },
  {
    title: 'Failed jobs',
    summary: 'Background work that was given up after its last try, and another try for it.',
    href: FAILED_JOBS,
    icon: IconAlertTriangle,
    permission: 'OPERATIONS_VIEW',
    isInMenu: false,
  },
  {
    title: 'Terms of service',
    summary: 'The versions of the terms, and a draft of the next one.',
    href: TERMS_EDITOR,
    icon: IconFileText,
    permission: 'PREFERENCES_EDIT',
    isInMenu: false,
  },
];
