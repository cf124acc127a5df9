/** Names of time and event by which the survival of samples finds them without a choice. */
import type { AttributeMap, AttributeRole } from '@omicon/domain/data-map/data-map.ts';
import { attributeKey } from './vocabulary.ts';

/** What is followed; of several in one sheet, the first with both a time and an event is named. */
const ENDPOINTS: readonly { stem: RegExp; time: string; event: string }[] = [
  { stem: /^(?:os|overall_survival)(?:_|$)/, time: 'Survival', event: 'Vital_Status' },
  {
    stem: /^(?:dss|disease_specific_survival)(?:_|$)/,
    time: 'Disease_Specific_Survival',
    event: 'Disease_Specific_Survival_Status',
  },
  {
    stem: /^(?:pfs|pfi|progression_free_(?:survival|interval))(?:_|$)/,
    time: 'Progression_Free_Survival',
    event: 'Progression_Free_Survival_Status',
  },
  {
    stem: /^(?:dfs|dfi|disease_free_(?:survival|interval))(?:_|$)/,
    time: 'Disease_Free_Survival',
    event: 'Disease_Free_Survival_Status',
  },
  {
    stem: /^(?:rfs|rfi|re(?:currence|lapse)_free_(?:survival|interval))(?:_|$)/,
    time: 'Recurrence_Free_Survival',
    event: 'Recurrence_Free_Survival_Status',
  },
];

function unitOf(key: string): string {
  if (/_months?$/.test(key)) return 'Months';
  if (/_days?$/.test(key)) return 'Days';
  return /_years?$/.test(key) ? 'Years' : 'Time';
}

/**
 * The attributes with time and event of one endpoint, overall survival before all others, named as the laboratory names
 * them: OS_MONTHS and OS_STATUS become Survival_Months and Vital_Status. Without these names a time could be taken with
 * the event of another endpoint. Names that others have stay.
 */
export function nameFollowUp(attributes: readonly AttributeMap[]): AttributeMap[] {
  const taken = new Set(attributes.map(({ name }) => name.toLowerCase()));
  for (const { stem, time, event } of ENDPOINTS) {
    const find = (wanted: AttributeRole) =>
      attributes.find(
        ({ role, is_kept, column }) => role === wanted && is_kept && stem.test(attributeKey(column)),
      );
    const [ofTime, ofEvent] = [find('time'), find('event')];
    if (ofTime === undefined || ofEvent === undefined) continue;
    const names = new Map([
      [ofTime, `${time}_${unitOf(attributeKey(ofTime.column))}`],
      [ofEvent, event],
    ]);
    return attributes.map((attribute) => {
      const name = names.get(attribute);
      return name === undefined || taken.has(name.toLowerCase()) ? attribute : { ...attribute, name };
    });
  }
  return [...attributes];
}
