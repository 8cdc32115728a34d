import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor as Frame, type RichTextEditorLabels } from '@mantine/tiptap';
import { IconPilcrow } from '@tabler/icons-react';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useId } from 'react';
import styles from './rich-text-editor.module.css';

// The controls are the specification's (§9), with its names.
const LABELS: Partial<RichTextEditorLabels> = {
  h1ControlLabel: 'Large heading',
  h2ControlLabel: 'Medium heading',
  h3ControlLabel: 'Small heading',
  bulletListControlLabel: 'Bulleted list',
  orderedListControlLabel: 'Numbered list',
};

const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
    },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
  }),
];

/** Writes rich text: what the allow-list keeps, and no more, has a control. */
export function RichTextEditor({
  label,
  html,
  error,
  onHtml,
  onLeave,
}: {
  readonly label: string;
  readonly html: string;
  readonly error: string | undefined;
  readonly onHtml: (html: string) => void;
  readonly onLeave: () => void;
}) {
  const id = useId();
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: html,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-describedby': `${id}-error`,
      },
    },
    onUpdate: ({ editor: changed }) => onHtml(changed.isEmpty ? '' : changed.getHTML()),
    onBlur: onLeave,
  });
  // What comes from elsewhere (Discard changes, undo) replaces the text; what was typed here is there already.
  useEffect(() => {
    const shown = editor.isEmpty ? '' : editor.getHTML();
    if (html !== shown) editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);
  return (
    <div>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <Frame editor={editor} labels={LABELS} classNames={{ root: styles.frame, content: styles.content }}>
        <Frame.Toolbar>
          <Frame.ControlsGroup>
            <Frame.Bold />
            <Frame.Italic />
            <Frame.Underline />
          </Frame.ControlsGroup>
          <Frame.ControlsGroup>
            <Frame.H1 />
            <Frame.H2 />
            <Frame.H3 />
            <Frame.Control
              aria-label="Normal"
              title="Normal"
              onClick={() => editor.chain().focus().setParagraph().run()}
            >
              <IconPilcrow size={16} stroke={1.75} aria-hidden="true" />
            </Frame.Control>
          </Frame.ControlsGroup>
          <Frame.ControlsGroup>
            <Frame.BulletList />
            <Frame.OrderedList />
          </Frame.ControlsGroup>
          <Frame.ControlsGroup>
            <Frame.Link />
            <Frame.Unlink />
          </Frame.ControlsGroup>
          <Frame.ControlsGroup>
            <Frame.Undo />
            <Frame.Redo />
          </Frame.ControlsGroup>
        </Frame.Toolbar>
        <Frame.Content />
      </Frame>
      <p id={`${id}-error`} className="mantine-InputWrapper-error">
        {error}
      </p>
    </div>
  );
}
