import type { Topic } from './topic.ts';

/** Topics on comments, notifications and feedback. */
export const TALKING: readonly Topic[] = [
  {
    id: 'comments',
    title: 'Comments and mentions',
    blocks: [
      'The tab Comments of a data collection, data set, analysis or module holds what people say about it. Files and folders have theirs behind the sign in their row, a file also behind Comments above its preview, and each page of a module PDF has its own.',
      { kind: 'picture', name: 'comments', says: 'What the laboratory says about a data collection' },
      {
        kind: 'list',
        items: [
          'Public is read by everybody who may read the record, Lab by members of the laboratory and reviewers, Private by you, whom you answer, and administrators. An answer is never read more widely than what it answers.',
          'Type @ and a name to mention somebody. Only people who may read the comment are offered, and they are told of it.',
          'Reply answers, up to the third level. Edit and Delete show where you may; Undo brings back what was deleted.',
          'Follow tells you of every new comment there, Mute only of mentions.',
          'Ctrl and Enter sends, Escape leaves. A text that was not sent is kept as long as the page is open.',
        ],
      },
      'Guests read public comments and write none.',
    ],
  },
  {
    id: 'notifications',
    title: 'The bell and its lists',
    blocks: [
      'A dot at the bell in the header says that something is unread: a search in the background has ended, a download is ready, or somebody mentioned you, answered you, or wrote where you follow. It comes at once, on every open page.',
      {
        kind: 'list',
        items: [
          'Click the bell, then an entry: the results open, the file is fetched, or the comment is shown where it stands. The cross clears one entry, Clear all everything.',
          'Search Notifications, Downloads and Comments, in the side menu, list what you were told before. What is unread stands there in bold.',
          'Once a day, above the list of comments, sends a mail while comments for you are unread. No e-mail, which is how it begins, sends none.',
        ],
      },
      'What was read is kept for 180 days, searches for 30 with their results. The download log stays. Guests are told of their searches only.',
    ],
    links: [
      { title: 'Search Notifications', href: '/home/notifications' },
      { title: 'Downloads', href: '/home/downloads' },
      { title: 'Comments', href: '/home/comment-notifications' },
    ],
  },
  {
    id: 'feedback',
    title: 'Reporting a fault or a wish',
    blocks: [
      'Feedback, in the header and on the pages before the sign-in, takes two kinds of reports. On a small screen it is in the menu under your initials.',
      { kind: 'picture', name: 'feedback', says: 'A bug report over the page it is about' },
      {
        kind: 'list',
        items: [
          'Bug Report: what went wrong and, if you can, the steps that lead there and up to five screenshots, PNG, JPEG or WebP of 5 MB each. The form says what is sent along: version, browser, system, time zone, and which page you are on.',
          'Comment/Feature Request: what is good, missing or wished for.',
        ],
      },
      'Your response is recorded! means that it is stored. Administrators read it under Reports and Feedback and say how far it is. When a page shows a request id, copy it into the report: it finds the fault in the log.',
    ],
  },
];
