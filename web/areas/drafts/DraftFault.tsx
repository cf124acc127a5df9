import { Alert, Button, Stack, Text } from '@mantine/core';
import classes from './drafts.module.css';

interface DraftFaultProps {
  /** a line for each fault */
  fault: string;
  onNewFiles(): void;
}

/** Why the files cannot be read, and the way to others. The portal has deleted them already. */
export function DraftFault({ fault, onNewFiles }: DraftFaultProps) {
  return (
    <Alert color="red" variant="light" role="alert" title="These files cannot be read" maw={720}>
      <Stack gap="sm" align="flex-start">
        <Text className={classes.lines ?? ''}>{fault}</Text>
        <Text size="sm">Nothing was stored.</Text>
        <Button variant="default" onClick={onNewFiles}>
          Choose other files
        </Button>
      </Stack>
    </Alert>
  );
}
