/** Survival as scripts: the call itself, and the same in R. Scripts read the token from OMICON_TOKEN. */
import type { getSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import type { bodyOf } from './survival-query.ts';

export const CODE_LANGUAGES = ['R (survival)', 'curl'] as const;
type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** A column of the sample table. */
const columnOf = (name: string) => `samples[[${JSON.stringify(name)}]]`;

interface SurvivalScript {
  address: string;
  body: ReturnType<typeof bodyOf>;
  found: Pick<ReplyOf<typeof getSurvival>, 'time' | 'event' | 'observed' | 'subject'>;
}

/** What is compared, and its groups for the curves. */
function subjectLines({ body, found }: SurvivalScript): string[] {
  const { subject } = found;
  if (subject === null) return [];
  const values =
    body.by?.kind === 'attribute'
      ? columnOf(body.by.name)
      : `values # of ${subject.name}, one per row of samples`;
  if (subject.kind === 'groups') return [`x <- factor(${values})`, 'group <- x'];
  const cuts = subject.cuts.map((cut) => `, ${cut}`).join('');
  return [`x <- scale(as.numeric(${values}))`, `group <- cut(as.numeric(${values}), c(-Inf${cuts}, Inf))`];
}

/** R needs the sample table of the data set, and the values of a feature or module. */
export function codeLines(language: CodeLanguage, script: SurvivalScript): string {
  const { address, body, found } = script;
  if (language === 'curl')
    return `curl --fail -H "Authorization: Token $OMICON_TOKEN" -H "Content-Type: application/json" \\
  --data @- "${address}" <<'BODY'
${JSON.stringify(body)}
BODY`;
  const events = found.observed.map((text) => JSON.stringify(text)).join(', ');
  const adjusted = body.adjust_for.map((name) => ` + ${columnOf(name)}`).join('');
  const subject = subjectLines(script);
  const model = subject.length > 0 ? `x${adjusted}` : adjusted.replace(/^ \+ /, '');
  return [
    'library(survival)',
    '# samples: the sample table of the data set',
    `y <- Surv(as.numeric(${columnOf(found.time ?? '')}), ${columnOf(found.event ?? '')} %in% c(${events}))`,
    ...subject,
    `survfit(y ~ ${subject.length > 0 ? 'group' : '1'}, conf.type = "${body.interval}")`,
    ...(subject.length > 0 ? ['survdiff(y ~ group)'] : []),
    ...(model === '' ? [] : [`fit <- coxph(y ~ ${model}, ties = "efron")`, 'summary(fit)', 'cox.zph(fit)']),
  ].join('\n');
}
