/** Survival as scripts: the call itself, and the same in R. Scripts read the token from OMICON_TOKEN. */

import type { getSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { postByCurl, quoted } from '../../ui/text/script-calls.ts';
import type { bodyOf } from './survival-query.ts';

export const CODE_LANGUAGES = ['R (survival)', 'curl'] as const;
type CodeLanguage = (typeof CODE_LANGUAGES)[number];

const listed = (texts: readonly string[]) => `c(${texts.map(quoted).join(', ')})`;

/** Cells are read as the page reads them: blank and NA are missing, and a batch is a name even if it is a number. */
const READERS = `cells <- function(name) {
  text <- trimws(as.character(samples[[name]]))
  replace(text, text %in% c("", "NA"), NA)
}
named <- function(text) factor(text, levels = sort(unique(text), method = "radix"))
values_of <- function(name) {
  text <- cells(name)
  numbers <- suppressWarnings(as.numeric(text))
  others <- sum(is.na(numbers) & !is.na(text))
  fit <- others == 0 || (sum(!is.na(numbers)) > others && length(unique(na.omit(numbers))) >= 5)
  if (tolower(name) == "batch" || !fit) named(text[kept]) else numbers[kept]
}`;

interface SurvivalScript {
  address: string;
  body: ReturnType<typeof bodyOf>;
  found: Pick<
    ReplyOf<typeof getSurvival>,
    'time' | 'event' | 'observed' | 'unknown_events' | 'subject' | 'panels'
  >;
}

/** Samples with follow-up; of panels those of the first. */
function keptLines({ body, found }: SurvivalScript): string[] {
  const { time, event, unknown_events, panels } = found;
  const facet = panels[0]?.facet ?? null;
  return [
    `time <- suppressWarnings(as.numeric(cells(${quoted(time ?? '')})))`,
    `event <- cells(${quoted(event ?? '')})`,
    'kept <- !is.na(time) & time >= 0 & !is.na(event)',
    ...(unknown_events.length === 0 ? [] : [`kept <- kept & !event %in% ${listed(unknown_events)}`]),
    ...(facet === null || body.facet === undefined
      ? []
      : [
          '# the first panel; the others in the same way',
          `kept <- kept & cells(${quoted(body.facet)}) %in% ${quoted(facet)}`,
        ]),
  ];
}

/** What is compared, and its groups for the curves. */
function subjectLines({ body, found: { subject } }: SurvivalScript): string[] {
  if (subject === null) return [];
  const isAttribute = body.by?.kind === 'attribute';
  if (subject.kind === 'groups') return [`x <- named(cells(${quoted(subject.name)})[kept])`, 'group <- x'];
  const values = isAttribute
    ? `values_of(${quoted(subject.name)})`
    : `values[kept] # values: ${subject.name}, one per row of samples`;
  const cuts = subject.cuts.map((cut) => `, ${cut}`).join('');
  return [
    `number <- ${values}`,
    'x <- as.vector(scale(number))',
    `group <- cut(number, c(-Inf${cuts}, Inf))`,
  ];
}

/** R needs the sample table of the data set, and the values of a feature or module. */
export function codeLines(language: CodeLanguage, script: SurvivalScript): string {
  const { address, body, found } = script;
  if (language === 'curl') return postByCurl(address, body);
  const adjusted = body.adjust_for.map((name) => `values_of(${quoted(name)})`);
  const subject = subjectLines(script);
  const model = [...(subject.length > 0 ? ['x'] : []), ...adjusted].join(' + ');
  return [
    'library(survival)',
    '# samples: the sample table of the data set, with NA for each value that was read as missing',
    READERS,
    ...keptLines(script),
    `y <- Surv(time, event %in% ${listed(found.observed)})[kept]`,
    ...subject,
    `survfit(y ~ ${subject.length > 0 ? 'group' : '1'}, conf.type = "${body.interval}")`,
    ...(subject.length > 0 ? ['survdiff(y ~ group)'] : []),
    ...(model === ''
      ? []
      : [`fit <- coxph(y ~ ${model}, ties = "efron")`, 'summary(fit)', 'cox.zph(fit, terms = FALSE)']),
  ].join('\n');
}
