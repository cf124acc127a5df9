import { copySelected } from './copy-selected.ts';
import classes from './middle-text.module.css';
import { namePartsOf } from './name-parts.ts';

/** Letters kept at the end: enough to distinguish the pipeline's `_sample_attributes.csv` and `_DS_attributes.csv`. */
const TAIL = 17;

/** A shorter head would be nothing but dots. */
const HEAD = 7;

/**
 * A long identifier or name on one line. Networks and data sets have short names; others are cut in the middle where
 * space is short: the distinctive part, mostly the end, remains. Screen readers and the clipboard get the whole text.
 */
export function MiddleText({ text }: { text: string }) {
  const short = namePartsOf(text);
  if (short === null && text.length <= HEAD + TAIL) return text;
  const { head, kept } = short ?? { head: text.slice(0, -TAIL), kept: text.slice(-TAIL) };
  // A name that ends in a version code is its own short name, only cut elsewhere.
  const isRenamed = `${head}${kept}` !== text;
  return (
    <span
      className={classes.whole}
      data-words={text.includes(' ') || undefined}
      data-renamed={isRenamed || undefined}
      title={isRenamed ? text : undefined}
      onCopy={copySelected}
    >
      <span className={classes.spoken} data-spoken>
        {isRenamed ? `${text} ` : text}
      </span>
      {/* What is read differs from what is seen, so a name is both: people may say the short one. */}
      <span
        className={classes.head}
        data-seen
        aria-hidden={!isRenamed || undefined}
        title={short !== null && !isRenamed ? text : undefined}
      >
        {head}
      </span>
      <span className={classes.kept} data-seen aria-hidden={!isRenamed || undefined}>
        {kept}
      </span>
    </span>
  );
}
