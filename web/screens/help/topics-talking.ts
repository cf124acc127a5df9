import type { Topic } from './topic.ts';

/** Topics on comments, notifications and feedback. */
export const TALKING: readonly Topic[] = [
  {
    id: 'comments',
    title: 'Comments and mentions',
    blocks: [
      'The tab Comments of a data collection, data set, analysis, module, meta-module or gene shows the comments on it; that of a gene also lists the comments on modules that contain it. For files and folders, click the comment icon in their row or, for a file, Comments above its preview. Each page of a module PDF has its own comments.',
      { kind: 'picture', name: 'comments', says: 'Comments on a data collection' },
      {
        kind: 'list',
        items: [
          'Visibility: Public comments can be read by everybody who can read the record or open the page of the gene, Lab comments by members of the laboratory and reviewers, and Private comments by you, the person you reply to, and administrators. A reply is never visible to more people than the comment it replies to.',
          'Type @ and a name to mention somebody. The list offers only people who can read the comment; they are notified.',
          'Replies can be nested up to the third level. Edit and Delete appear where you have permission; Undo restores a deleted comment.',
          'Follow notifies you of all new comments in a thread, Mute only of mentions.',
          'Press Ctrl and Enter to send, Escape to leave. Unsent text is kept as long as the page is open.',
        ],
      },
      'Guests can read public comments, but not write any.',
    ],
  },
  {
    id: 'notifications',
    title: 'The bell and its lists',
    blocks: [
      'A dot on the bell in the header shows that something is unread: a background search has finished, a download is ready, or somebody mentioned you, replied to you, or commented in a thread that you follow. It appears at once on all open pages.',
      {
        kind: 'list',
        items: [
          'Click the bell, then an entry: it opens the results, downloads the file, or shows the comment on its page. The cross clears one entry, Clear all clears everything.',
          'Search Notifications, Downloads and Comments, in the side menu, list all notifications. Unread ones are bold.',
          'Above the list of comments, choose Once a day to receive a mail while you have unread comments. The default is No e-mail.',
        ],
      },
      'Read notifications are kept for 180 days, searches with their results for 30. The download log is kept. Guests are notified of their searches only.',
    ],
    links: [
      { title: 'Search Notifications', href: '/home/notifications' },
      { title: 'Downloads', href: '/home/downloads' },
      { title: 'Comments', href: '/home/comment-notifications' },
    ],
  },
  {
    id: 'feedback',
    title: 'Reporting bugs and wishes',
    blocks: [
      'Feedback, in the header and on the pages before the sign-in, accepts two kinds of reports. On a small screen it is in the menu under your initials.',
      { kind: 'picture', name: 'feedback', says: 'A bug report, in front of the page it is about' },
      {
        kind: 'list',
        items: [
          'Bug Report: what went wrong and, if you can, the steps to reproduce it and up to five screenshots (PNG, JPEG or WebP, 5 MB each). The form shows what is sent along: version, browser, system, time zone, and which page you are on.',
          'Comment/Feature Request: what you like, miss or wish for.',
        ],
      },
      'The message Your response is recorded! confirms that your report is stored. Administrators read it under Reports and Feedback and update its status. If a page shows a request id, copy it into the report, so that the error can be found in the log.',
    ],
  },
];
