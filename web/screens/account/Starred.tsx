import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { StarredGrid } from '../../areas/starred/StarredGrid.tsx';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';

/** `/home/starred` */
export function Starred() {
  return (
    <OnlyWith
      screen={NAMED_SCREENS.starred}
      refusal="Guests have no starred records"
      hint="Register to keep a list of starred records."
    >
      <PageTitle title={NAMED_SCREENS.starred.title} />
      <StarredGrid />
    </OnlyWith>
  );
}
