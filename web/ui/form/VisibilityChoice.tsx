import { Radio, Stack } from '@mantine/core';
import { nameVisibility, VISIBILITIES, type Visibility } from '@omicon/domain/permissions/permissions.ts';

const HINTS: Record<Visibility, string> = {
  private: 'Visible to members of the laboratory and reviewers.',
  public: 'Anyone who signs in can see it, including guests.',
};

interface VisibilityChoiceProps {
  value: Visibility;
  size?: 'xs' | 'sm';
  onChange(visibility: Visibility): void;
}

/** Who sees new records. */
export function VisibilityChoice({ value, size = 'sm', onChange }: VisibilityChoiceProps) {
  return (
    <Radio.Group
      label="Visibility"
      value={value}
      onChange={(chosen) => onChange(chosen === 'public' ? 'public' : 'private')}
    >
      <Stack gap="sm" mt={6}>
        {VISIBILITIES.toReversed().map((each) => (
          <Radio key={each} size={size} value={each} label={nameVisibility(each)} description={HINTS[each]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
