import { Text, Title } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { BugReport, FeedbackItem } from '@omicon/contract/areas/feedback.ts';
import { formatSize } from '@omicon/domain/files/file-kinds.ts';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { AttributeTable } from '../../ui/layout/AttributeTable.tsx';
import { formatTime } from '../../ui/text/format.ts';
import { useScreenshot } from './calls.ts';
import classes from './feedback.module.css';
import { STATUS_NAMES } from './statuses.ts';
import { useObjectUrl } from './use-object-url.ts';

function ScreenshotView({ report, picture }: { report: number; picture: BugReport['screenshots'][number] }) {
  const bytes = useScreenshot(report, picture);
  const url = useObjectUrl(bytes.data);
  const { place, name, width, height, size_bytes } = picture;
  if (url === null || bytes.isError) return <NotLoaded reply={bytes} what="the screenshot" lines={3} />;
  return (
    <figure style={{ margin: '0 0 12px' }}>
      <img
        src={url}
        width={width}
        height={height}
        alt={`Screenshot ${place}`}
        className={classes.screenshot}
      />
      <Text component="figcaption" size="xs" c="dimmed">
        {name}, {width} x {height}, {formatSize(size_bytes)}
      </Text>
    </figure>
  );
}

function BugReportDetails({ report }: { report: BugReport }) {
  const attributes = [
    { name: 'Status', value: STATUS_NAMES[report.status] },
    { name: 'Reported', value: formatTime(report.created_at) },
    { name: 'User name', value: report.reported_by },
    { name: 'Email', value: report.reporter_email },
    { name: 'Phone number', value: report.reporter_phone },
    { name: 'Omicon version', value: report.omicon_version },
    { name: 'Browser', value: report.browser_version },
    { name: 'Operating system', value: report.os_version },
    { name: 'Time zone', value: report.timezone },
    { name: 'Environment', value: report.environmental_variables },
  ];
  return (
    <>
      <Title order={3}>Bug description</Title>
      <p className={classes.text}>{report.bug_description}</p>
      {report.steps_to_produce_bug !== null && (
        <>
          <Title order={3}>Steps to produce bug</Title>
          <p className={classes.text}>{report.steps_to_produce_bug}</p>
        </>
      )}
      {report.screenshots.map((picture) => (
        <ScreenshotView key={picture.place} report={report.id} picture={picture} />
      ))}
      <AttributeTable label="About the report" attributes={attributes} />
    </>
  );
}

/** Modal with a whole bug report. */
export function openBugReport(report: BugReport): void {
  modals.open({
    title: `Bug report of ${report.first_name} ${report.last_name}`,
    size: 'xl',
    children: <BugReportDetails report={report} />,
  });
}

export function openFeedbackItem(item: FeedbackItem): void {
  const attributes = [
    { name: 'Status', value: STATUS_NAMES[item.status] },
    { name: 'Written', value: formatTime(item.created_at) },
    { name: 'User name', value: item.reported_by },
    { name: 'Email', value: item.email },
    { name: 'Omicon version', value: item.omicon_version },
  ];
  modals.open({
    title: `Feedback of ${item.first_name} ${item.last_name}`,
    size: 'lg',
    children: (
      <>
        <p className={classes.text}>{item.comment}</p>
        <AttributeTable label="About the feedback" attributes={attributes} />
      </>
    ),
  });
}
