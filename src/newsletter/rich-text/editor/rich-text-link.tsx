import { Button, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { completeLink, linkAddress, URL_MESSAGE } from '#newsletter/values/url.ts';
import { ControlPopover } from './control-popover.tsx';
import classes from './rich-text.module.css';
import { useDeferredEditorState } from './use-deferred-editor-state.tsx';

/** Adds a link to the selection, or changes or removes a link. */
export function LinkControl({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false);
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string | null>(null);
  const isLink = useDeferredEditorState(editor, isInLink);

  const open = () => {
    const { href } = editor.getAttributes('link');
    setAddress(typeof href === 'string' ? href : '');
    setError(null);
    setOpen(true);
  };
  useLinkShortcut(editor, open);
  const apply = () => {
    const href = linkAddress(completeLink(address.trim()));
    if (href === null) return setError(URL_MESSAGE);
    setLink(editor, href, address.trim());
    setOpen(false);
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    setOpen(false);
  };
  return (
    <ControlPopover
      editor={editor}
      title="Link"
      shortcuts="Control+K Meta+K"
      icon={<IconLink size={18} stroke={1.75} aria-hidden="true" />}
      isPressed={isLink}
      isOpen={isOpen}
      onOpen={open}
      onChange={setOpen}
    >
      <TextInput
        label="Address"
        placeholder="https://"
        data-autofocus
        value={address}
        error={error}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onBlur={() => setAddress(completeLink(address))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter must not submit the block's form.
          event.preventDefault();
          event.stopPropagation();
          apply();
        }}
      />
      <div className={classes.linkActions}>
        {isLink && (
          <Button variant="danger-quiet" size="sm" onClick={remove}>
            Remove link
          </Button>
        )}
        <Button size="sm" onClick={apply}>
          {isLink ? 'Change link' : 'Add link'}
        </Button>
      </div>
    </ControlPopover>
  );
}

/** Handles Control+K, or Command+K, in the text. */
function useLinkShortcut(editor: Editor, open: () => void): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const { dom } = editor.view;
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
      event.preventDefault();
      latest.current();
    };
    dom.addEventListener('keydown', listen);
    return () => dom.removeEventListener('keydown', listen);
  }, [editor]);
}

/** Links the selection, or changes the link around the caret. If there is neither, the typed address is inserted. */
function setLink(editor: Editor, href: string, typed: string): void {
  const chain = editor.chain().focus().extendMarkRange('link');
  const isNothingSelected = editor.state.selection.empty && !isInLink(editor);
  // Readers do not need 'mailto:'.
  const words = typed.replace(/^(https?:\/\/|mailto:|tel:)/i, '');
  if (isNothingSelected)
    chain.insertContent({ type: 'text', text: words, marks: [{ type: 'link', attrs: { href } }] }).run();
  else chain.setLink({ href }).run();
}

function isInLink(editor: Editor): boolean {
  return editor.isActive('link');
}
