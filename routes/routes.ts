/** The screens of the web application by their addresses. What they call first is in `first-calls.ts`. */

export interface Route {
  /** `$name` stands for one part of an address; screens below `/home/` are for people who have signed in */
  path: `/${string}`;
  /** module in `web/screens/`, and the component that it exports */
  screen: readonly [module: string, component: string];
  /** people who have signed in are redirected to `/home` */
  isForVisitors?: true;
  /** has the full width; the menu is behind a button */
  isMenuless?: true;
}

export const ROUTES = [
  { path: '/', screen: ['public/Landing', 'Landing'], isForVisitors: true },
  { path: '/external', screen: ['public/Landing', 'ExternalLanding'], isForVisitors: true },
  { path: '/login', screen: ['public/Login', 'Login'], isForVisitors: true },
  { path: '/register', screen: ['public/Register', 'Register'], isForVisitors: true },
  { path: '/register/get-code', screen: ['public/GetCode', 'GetCode'], isForVisitors: true },
  { path: '/register/verify-code', screen: ['public/VerifyCode', 'VerifyCode'], isForVisitors: true },
  { path: '/loading', screen: ['public/Loading', 'Loading'] },
  {
    path: '/user-verification',
    screen: ['public/UserVerification', 'UserVerification'],
  },
  { path: '/reset-password', screen: ['public/ResetPassword', 'ResetPassword'] },
  { path: '/accessibility', screen: ['public/Accessibility', 'PublicAccessibility'] },
  { path: '/home/collections/$type', screen: ['data/Collections', 'Collections'] },
  {
    path: '/home/collections/$type/attributes',
    screen: ['data/CollectionRecord', 'CollectionRecord'],
  },
  { path: '/home/analyses/$type', screen: ['analyses/Analyses', 'Analyses'] },
  {
    path: '/home/analyses/analysis-data/attributes',
    screen: ['analyses/AnalysisPage', 'AnalysisPage'],
  },
  {
    path: '/home/analyses/analysis-data/files',
    screen: ['analyses/AnalysisPage', 'AnalysisFilesPage'],
  },
  {
    path: '/home/analyses/data-sets/attributes',
    screen: ['data/CollectionRecord', 'AnalysisDataSet'],
  },
  { path: '/home/atlas', screen: ['analyses/Atlas', 'Atlas'] },
  { path: '/home/meta-modules/$omiconId', screen: ['analyses/MetaModulePage', 'MetaModulePage'] },
  { path: '/home/modules/$omiconId', screen: ['analyses/ModulePage', 'ModulePage'] },
  { path: '/home/compare-lists', screen: ['search/CompareLists', 'CompareLists'] },
  { path: '/home/baskets', screen: ['search/Baskets', 'Baskets'] },
  {
    path: '/home/preservation/$id',
    screen: ['analyses/PreservationRun', 'PreservationRun'],
  },
  { path: '/home/pipeline/$id', screen: ['data/PipelineRun', 'PipelineRun'] },
  { path: '/home/consensus', screen: ['search/Consensus', 'Consensus'] },
  { path: '/home/compare', screen: ['data/Compare', 'Compare'] },
  { path: '/home/genes/$symbol', screen: ['genes/GenePage', 'GenePage'] },
  {
    path: '/home/samples/$collection/$label',
    screen: ['data/SamplePage', 'SamplePage'],
  },
  { path: '/home/network/$type', screen: ['data/Lineage', 'Lineage'] },
  { path: '/home/account', screen: ['account/Account', 'Account'] },
  { path: '/home/termsofservice', screen: ['public/TermsOfService', 'TermsOfService'] },
  { path: '/home/help', screen: ['help/Help', 'Help'] },
  { path: '/home/about', screen: ['public/About', 'About'] },
  { path: '/home/accessibility', screen: ['public/Accessibility', 'Accessibility'] },
  { path: '/home/admin', screen: ['admin/AdminPage', 'AdminPage'] },
  {
    path: '/home/admin/sample-attributes',
    screen: ['admin/AttributePages', 'SampleAttributes'],
    isMenuless: true,
  },
  {
    path: '/home/admin/data-collection-attributes',
    screen: ['admin/AttributePages', 'DataCollectionAttributes'],
    isMenuless: true,
  },
  {
    path: '/home/admin/data-set-attributes',
    screen: ['admin/AttributePages', 'DataSetAttributes'],
    isMenuless: true,
  },
  {
    path: '/home/admin/analysis-attributes',
    screen: ['admin/AttributePages', 'AnalysisAttributes'],
    isMenuless: true,
  },
  {
    path: '/home/admin/user-management',
    screen: ['admin/UserManagement', 'UserManagement'],
  },
  {
    path: '/home/admin/roles',
    screen: ['admin/RolesAndPermissions', 'RolesAndPermissions'],
  },
  { path: '/home/admin/feedback', screen: ['admin/FeedbackPage', 'FeedbackPage'] },
  { path: '/home/admin/jobs', screen: ['admin/FailedJobs', 'FailedJobs'] },
  { path: '/home/imports', screen: ['admin/Imports', 'Imports'] },
  {
    path: '/home/admin/preferences',
    screen: ['admin/PreferencesPage', 'PreferencesPage'],
  },
  { path: '/home/resources', screen: ['resources/Resources', 'Resources'] },
  {
    path: '/home/resources/gene-set',
    screen: ['resources/GeneSetPage', 'GeneSetPage'],
    isMenuless: true,
  },
  {
    path: '/home/resources/cell-types/$omiconId',
    screen: ['resources/CellTypeReferencePage', 'CellTypeReferencePage'],
  },
  {
    path: '/home/resources/analyte-mapping/$gridType/$routeTitle',
    screen: ['resources/MappingTables', 'AnalyteMappings'],
  },
  {
    path: '/home/resources/mapping-tables/$gridType/$routeTitle',
    screen: ['resources/MappingTables', 'MappingTablePage'],
  },
  { path: '/home/recent-files', screen: ['data/FileLists', 'RecentFiles'] },
  { path: '/home/starred', screen: ['account/Starred', 'Starred'] },
  { path: '/home/downloads', screen: ['notifications/Downloads', 'Downloads'] },
  {
    path: '/home/notifications',
    screen: ['notifications/SearchNotifications', 'SearchNotifications'],
  },
  {
    path: '/home/comment-notifications',
    screen: ['notifications/CommentNotifications', 'CommentNotifications'],
  },
  { path: '/home/docker', screen: ['analyses/DockerImage', 'DockerImage'] },
  { path: '/home/data-listing', screen: ['data/FileLists', 'AllFiles'] },
  {
    path: '/home/global-search-results',
    screen: ['search/GlobalSearchResults', 'GlobalSearchResults'],
  },
  { path: '/home/explore', screen: ['search/Explore', 'Explore'] },
  { path: '/home/advanced-search', screen: ['search/AdvancedSearch', 'AdvancedSearch'] },
  { path: '/home/add-new-collection', screen: ['data/AddRecord', 'AddCollection'] },
  { path: '/home/add-new-analysis', screen: ['data/AddRecord', 'AddAnalysis'] },
] as const satisfies readonly Route[];

export type RoutePath = (typeof ROUTES)[number]['path'];
