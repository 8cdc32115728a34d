import { Button, Menu, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef } from 'react';
import publishClasses from '#web/features/editor/header/publish-now.module.css';
import { PublishNow } from '#web/features/editor/header/publish-now.tsx';
import { useTimingPlace } from '#web/features/editor/kernel/places/timing-place.ts';
import classes from './approval.module.css';
import { AskPanel } from './ask-panel.tsx';
import { useAskPlace, useAskWords } from './ask-place.ts';
import { useApprovalState } from './use-approval.ts';

/** Publish for people who need no approval, with a menu item to ask somebody all the same. */
export function PublishOrAsk() {
  const { isAsking, setAsking } = useAskPlace();
  const { approval } = useApprovalState();
  const place = useRef<HTMLSpanElement>(null);
  const close = () => {
    setAsking(false);
    // The menu item that opened it no longer exists.
    place.current?.querySelector('button')?.focus();
  };
  return (
    <Popover
      opened={isAsking}
      onChange={(isOpen) => isOpen || close()}
      position="bottom-end"
      width={360}
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <span ref={place}>
          <PublishNow menu={<PublishMenu />} />
        </span>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} role="dialog" aria-label="Ask for approval">
        <AskPanel approvers={approval?.approvers ?? []} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

function PublishMenu() {
  const { ask } = useTimingPlace();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button className={publishClasses.more} aria-label="More ways to publish">
          <IconChevronDown size={20} stroke={1.75} aria-hidden="true" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => ask('publish')}>Publish at a time</Menu.Item>
        <AskMenuItem />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The menu item that opens the panel for a request. */
function AskMenuItem() {
  const words = useAskWords();
  const { setAsking } = useAskPlace();
  return words === null ? null : <Menu.Item onClick={() => setAsking(true)}>{words}</Menu.Item>;
}
