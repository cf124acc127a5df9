/** What the people of the demo laboratory say to one another; `{name}` mentions the account of that user name. */
import type { CommentVisibility } from '@omicon/domain/records/comments.ts';

export type DemoTopic = 'collection' | 'file' | 'module';

export interface DemoComment {
  author: string;
  message: string;
  visibility?: CommentVisibility;
  replies?: readonly DemoComment[];
}

/** Oldest first. */
export const DEMO_TALK: Record<DemoTopic, readonly DemoComment[]> = {
  collection: [
    {
      author: 'demo_lab',
      message:
        '<p>Batch 2 was hybridised half a year after batch 1. {demo_lab2}, is <strong>batch correction</strong> before or after quantile normalisation in this run?</p>',
      replies: [
        {
          author: 'demo_lab2',
          message:
            '<p>After it: <code>OR, QN, BC</code>, as the lineage says. I looked at the sample networks before and after.</p>',
          replies: [
            {
              author: 'demo_lab',
              message: '<p>Thanks, then the outliers were taken out of both batches alike.</p>',
            },
          ],
        },
      ],
    },
    {
      author: 'demo_ru',
      message:
        '<p>Are the grades those of the 2021 classification? Two of the astrocytomas with IDH1 mutation are listed as grade 4.</p>',
      replies: [
        {
          author: 'demo_lab',
          message:
            '<p>Yes, {demo_ru}:</p><ul><li>astrocytoma, IDH-mutant, grades 2 to 4</li><li>oligodendroglioma, grades 2 and 3</li><li>glioblastoma, IDH wild type, grade 4</li></ul>',
        },
      ],
    },
    {
      author: 'demo_lab2',
      visibility: 'lab',
      message:
        '<p>For us only: the survival times are still being checked by {demo_admin}. Please do not use them yet.</p>',
    },
  ],
  file: [
    {
      author: 'demo_ru',
      visibility: 'private',
      message:
        '<p>A question to the moderators alone: may I show this table in a lecture before the paper is out?</p>',
    },
    {
      author: 'demo_reviewer',
      message: '<p>Is <em>PC1VE</em> a share here? The PDF of the modules gives per cent.</p>',
      replies: [
        {
          author: 'demo_lab2',
          message:
            '<p>{demo_reviewer}, yes: shares in the table, per cent in the PDF. It is the same number.</p>',
        },
      ],
    },
  ],
  module: [
    {
      author: 'demo_lab',
      message:
        '<p>The seed holds <strong>VEGFA</strong> and <strong>CA9</strong>, so I read this one as hypoxia. {demo_lab2} {demo_ru2}, do you see it in your networks, too?</p>',
      replies: [
        {
          author: 'demo_ru2',
          message:
            '<blockquote><p>I read this one as hypoxia</p></blockquote><p>It is there, with a larger share of genes of glycolysis.</p>',
        },
        {
          author: 'demo_lab2',
          visibility: 'lab',
          message:
            '<p>In the unpublished set its eigengene follows the grade. We should talk before the next meeting, {demo_lab}.</p>',
        },
      ],
    },
  ],
};
