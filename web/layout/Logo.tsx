import classes from './app-frame.module.css';

/** Logo: three features joined in one module. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <>
      <img src="/favicon.svg" width={size} height={size} alt="" />
      <span className={classes.logoText}>Omicon</span>
    </>
  );
}
