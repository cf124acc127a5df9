/** Loads each screen when it is first opened. */
import type { ROUTES } from '@omicon/routes/routes.ts';
import type { ComponentType } from 'react';

type Screen = (typeof ROUTES)[number]['screen'];
export type ScreenModule = Screen[0];
/** Names of the components that a module exports for addresses. */
type ComponentsOf<M extends ScreenModule> = Extract<Screen, readonly [M, string]>[1];

/** Missing modules and components do not compile. */
export const SCREENS: {
  readonly [M in ScreenModule]: () => Promise<Record<ComponentsOf<M>, ComponentType>>;
} = {
  'account/Account': () => import('./screens/account/Account.tsx'),
  'account/Starred': () => import('./screens/account/Starred.tsx'),
  'admin/AdminPage': () => import('./screens/admin/AdminPage.tsx'),
  'admin/AttributePages': () => import('./screens/admin/AttributePages.tsx'),
  'admin/FailedJobs': () => import('./screens/admin/FailedJobs.tsx'),
  'admin/FeedbackPage': () => import('./screens/admin/FeedbackPage.tsx'),
  'admin/Imports': () => import('./screens/admin/Imports.tsx'),
  'admin/PreferencesPage': () => import('./screens/admin/PreferencesPage.tsx'),
  'admin/RolesAndPermissions': () => import('./screens/admin/RolesAndPermissions.tsx'),
  'admin/UserManagement': () => import('./screens/admin/UserManagement.tsx'),
  'analyses/Analyses': () => import('./screens/analyses/Analyses.tsx'),
  'analyses/AnalysisPage': () => import('./screens/analyses/AnalysisPage.tsx'),
  'analyses/Atlas': () => import('./screens/analyses/Atlas.tsx'),
  'analyses/DockerImage': () => import('./screens/analyses/DockerImage.tsx'),
  'analyses/MetaModulePage': () => import('./screens/analyses/MetaModulePage.tsx'),
  'analyses/ModulePage': () => import('./screens/analyses/ModulePage.tsx'),
  'analyses/PreservationRun': () => import('./screens/analyses/PreservationRun.tsx'),
  'data/AddRecord': () => import('./screens/data/AddRecord.tsx'),
  'data/CollectionRecord': () => import('./screens/data/CollectionRecord.tsx'),
  'data/Collections': () => import('./screens/data/Collections.tsx'),
  'data/Compare': () => import('./screens/data/Compare.tsx'),
  'data/FileLists': () => import('./screens/data/FileLists.tsx'),
  'data/Lineage': () => import('./screens/data/Lineage.tsx'),
  'data/PipelineRun': () => import('./screens/data/PipelineRun.tsx'),
  'data/SamplePage': () => import('./screens/data/SamplePage.tsx'),
  'genes/GenePage': () => import('./screens/genes/GenePage.tsx'),
  'help/Help': () => import('./screens/help/Help.tsx'),
  'notifications/CommentNotifications': () => import('./screens/notifications/CommentNotifications.tsx'),
  'notifications/Downloads': () => import('./screens/notifications/Downloads.tsx'),
  'notifications/SearchNotifications': () => import('./screens/notifications/SearchNotifications.tsx'),
  'public/About': () => import('./screens/public/About.tsx'),
  'public/Accessibility': () => import('./screens/public/Accessibility.tsx'),
  'public/GetCode': () => import('./screens/public/GetCode.tsx'),
  'public/Landing': () => import('./screens/public/Landing.tsx'),
  'public/Loading': () => import('./screens/public/Loading.tsx'),
  'public/Login': () => import('./screens/public/Login.tsx'),
  'public/Register': () => import('./screens/public/Register.tsx'),
  'public/ResetPassword': () => import('./screens/public/ResetPassword.tsx'),
  'public/TermsOfService': () => import('./screens/public/TermsOfService.tsx'),
  'public/UserVerification': () => import('./screens/public/UserVerification.tsx'),
  'public/VerifyCode': () => import('./screens/public/VerifyCode.tsx'),
  'resources/CellTypeReferencePage': () => import('./screens/resources/CellTypeReferencePage.tsx'),
  'resources/GeneSetPage': () => import('./screens/resources/GeneSetPage.tsx'),
  'resources/MappingTables': () => import('./screens/resources/MappingTables.tsx'),
  'resources/Resources': () => import('./screens/resources/Resources.tsx'),
  'search/AdvancedSearch': () => import('./screens/search/AdvancedSearch.tsx'),
  'search/Baskets': () => import('./screens/search/Baskets.tsx'),
  'search/CompareLists': () => import('./screens/search/CompareLists.tsx'),
  'search/Consensus': () => import('./screens/search/Consensus.tsx'),
  'search/Explore': () => import('./screens/search/Explore.tsx'),
  'search/GlobalSearchResults': () => import('./screens/search/GlobalSearchResults.tsx'),
};
