import classes from './middle-text.module.css';

const TAIL = 12;

/**
 * A long identifier or file name on one line: where room is short it is cut in the middle, so its end stays.
 * What is read aloud is the text in one piece; the two halves are for the eye.
 */
export function MiddleText({ text }: { text: string }) {
  if (text.length <= 2 * TAIL) return text;
  return (
    <span className={classes.whole}>
      <span className={classes.said}>{text}</span>
      <span className={classes.head} aria-hidden="true">
        {text.slice(0, -TAIL)}
      </span>
      <span className={classes.tail} aria-hidden="true">
        {text.slice(-TAIL)}
      </span>
    </span>
  );
}
