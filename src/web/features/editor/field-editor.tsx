import { ActionIcon, Button } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import { type Block, type BlockType, type BlockValues, DEFINITIONS } from '#newsletter/document.ts';
import { findBlock } from '#newsletter/layout.ts';
import { ActionRail } from './action-rail.tsx';
import { cancelBlock, deleteBlock, discardBlockChanges, keepChanges, selectBlock } from './commands.ts';
import { useEditor, useTools } from './editor-context.tsx';
import { type Checked, checkBlock, edit } from './editor-state.ts';
import { act } from './editor-store.ts';
import classes from './field-editor.module.css';

/** The fields of the block that is selected. They change a working copy; Save changes puts it into the newsletter. */
export function FieldEditor() {
  const selected = useEditor((state) => state.selected);
  const block = useEditor((state) =>
    state.selected === null ? null : findBlock(state.document, state.selected),
  );
  if (selected === null || block === null) return null;
  return <Panel key={selected} saved={block} />;
}

function Panel({ saved }: { saved: Block }) {
  const { name, type } = saved;
  const { editing, isNarrow } = useTools();
  const draft = useEditor((state) => state.drafts[name]);
  const isFresh = useEditor((state) => state.fresh.includes(name));
  const shown = draft ?? saved;
  const checked = checkBlock(shown);
  const fields = useFields(checked);
  const editor = EDITORS[type];
  const Icon = editor.icon;
  const canSave = checked.block !== null && (!editor.savesWhenTouched || draft !== undefined);
  const save = () => {
    if (canSave && checked.block !== null) keepChanges(editing, checked.block);
  };
  const [footer, setFooter] = useState<HTMLDivElement | null>(null);
  return (
    <aside className={classes.panel} aria-label={`Edit ${DEFINITIONS[type].label}`}>
      <span className={classes.grabber} aria-hidden="true" />
      <div className={classes.head}>
        <Icon size={22} stroke={1.75} aria-hidden="true" />
        <h2 className={classes.title}>{DEFINITIONS[type].label}</h2>
        {isNarrow && <ActionRail name={name} side="only" className={classes.actions} />}
        <ActionIcon aria-label="Close" onClick={() => selectBlock(editing, null)}>
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </div>
      <form
        className={classes.form}
        noValidate
        onBlur={fields.onBlur}
        onSubmit={(event) => {
          event.preventDefault();
          fields.showAll();
          save();
        }}
      >
        <div className={classes.body} data-fields="">
          <State
            isFresh={isFresh}
            isChanged={draft !== undefined}
            onDiscard={() => discardBlockChanges(editing, name)}
          />
          <Form block={shown} problem={fields.problem} footer={footer} />
        </div>
        <div className={classes.footer}>
          <div ref={setFooter} className={classes.taken} />
          <div className={classes.usual}>
            <Button type="submit" className={classes.save} disabled={!canSave}>
              Save changes
            </Button>
            <Button variant="default" onClick={() => void cancelBlock(editing, name)}>
              Cancel
            </Button>
            <ActionIcon
              aria-label="Delete component"
              className={classes.delete}
              onClick={() => void deleteBlock(editing, name)}
            >
              <IconTrash size={20} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </div>
        </div>
      </form>
    </aside>
  );
}

function State({
  isFresh,
  isChanged,
  onDiscard,
}: {
  isFresh: boolean;
  isChanged: boolean;
  onDiscard: () => void;
}) {
  if (isFresh)
    return <p className={classes.state}>Not in the newsletter yet: it is kept once you save it.</p>;
  if (!isChanged) return null;
  return (
    <p className={classes.state}>
      <span className={classes.dot} aria-hidden="true" /> Changed, not saved yet
      <Button variant="subtle" size="sm" className={classes.discard} onClick={onDiscard}>
        Discard changes
      </Button>
    </p>
  );
}

/** The form of a block's type over its working copy. */
function Form<Type extends BlockType>({
  block,
  problem,
  footer,
}: {
  block: Block<Type>;
  problem: (path: string) => string | undefined;
  footer: HTMLElement | null;
}) {
  const { editing } = useTools();
  const { name, type, value } = block;
  const change = useCallback(
    (next: BlockValues[Type]) => act(editing.store, edit, name, next),
    [editing, name],
  );
  const Footer = useCallback(
    ({ children }: { children: ReactNode }) => footer && createPortal(children, footer),
    [footer],
  );
  const Fields: React.ComponentType<BlockFormProps<BlockValues[Type]>> = EDITORS[type].Form;
  return <Fields value={value} onChange={change} problem={problem} Footer={Footer} />;
}

/** Which fields say what is wrong with them: those that have been left, and all after a try to save. */
function useFields({ problems }: Checked) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [showsAll, setShowsAll] = useState(false);
  const onBlur = useCallback((event: React.FocusEvent<HTMLElement>) => {
    const path = event.target.closest<HTMLElement>('[data-path]')?.dataset.path;
    if (path !== undefined) setLeft((before) => (before.has(path) ? before : new Set(before).add(path)));
  }, []);
  return {
    problem: (path: string) => (showsAll || left.has(path) ? problems[path] : undefined),
    showAll: () => setShowsAll(true),
    onBlur,
  };
}
