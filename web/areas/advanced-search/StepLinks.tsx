import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { type Draft, STEPS, type Step, wizardAddress } from './query-address.ts';
import { STEP_TITLES } from './rules/words.ts';
import classes from './wizard.module.css';

interface StepLinksProps {
  chosen: Step;
  draft: Draft | null;
  /** address of the results viewed last, null before the first search */
  resultsHref: string | null;
}

/** Links to the four steps. Before a result type is chosen, only the first is enabled. */
export function StepLinks({ chosen, draft, resultsHref }: StepLinksProps) {
  const shown = STEPS.filter((step) => step !== 'search_results' || resultsHref !== null);
  return (
    <nav aria-label="Steps of the search">
      <ol className={classes.steps}>
        {shown.map((step, index) => {
          const isFree = draft !== null || step === 'result_type' || step === 'search_results';
          const title = (
            <>
              <span className={classes.number} aria-hidden="true">
                {index + 1}
              </span>
              <span className={classes.stepTitle}>{STEP_TITLES[step]}</span>
            </>
          );
          const href =
            step === 'search_results' && resultsHref !== null ? resultsHref : wizardAddress(draft, { step });
          return (
            <li key={step}>
              {isFree || step === chosen ? (
                <AddressLink
                  href={href}
                  underline="never"
                  className={classes.step ?? ''}
                  aria-current={step === chosen ? 'step' : undefined}
                >
                  {title}
                </AddressLink>
              ) : (
                <span className={classes.step}>{title}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
