import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { SCHOOL_MESSAGES, type SchoolResource } from '#contract/school.ts';
import { DEFAULT_DESIGN, type DesignId, designId } from '#newsletter/designs/index.ts';
import { normaliseColour } from '#newsletter/values/colour.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import card from '#ui/forms/form-card.module.css';
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import { useUnsavedFormGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { useUnsavedValues } from '#web/forms/use-unsaved-values.tsx';
import type { ChosenLogo } from '#web/newsletter-ui/branding/chosen-logo.ts';
import { ColourFields } from '#web/newsletter-ui/branding/colour-fields.tsx';
import { LogoField } from '#web/newsletter-ui/branding/logo-field.tsx';
import { LogoError, logoFile } from '#web/newsletter-ui/branding/logo-image.ts';
import { sampleDocument } from '#web/newsletter-ui/branding/sample.ts';
import { SamplePreview } from '#web/newsletter-ui/branding/sample-preview.tsx';
import { SampleDesigns } from '#web/newsletter-ui/designs/sample-designs.tsx';
import { ContrastVerdict } from './contrast-verdict.tsx';
import classes from './school.module.css';
import { useSaveSchool } from './use-save-school.ts';

/** The form for logo and colours, with a preview beside it. */
export function BrandingForm({ school }: { school: SchoolResource }) {
  const { logo, primary_color, secondary_color } = school.attributes;
  const [chosen, setChosen] = useState<ChosenLogo | null>(null);
  const stored = {
    primary: primary_color ?? '',
    secondary: secondary_color ?? '',
    design: designId(school.attributes.design) ?? DEFAULT_DESIGN,
  };
  const [colours, setColours] = useState(stored);
  // Only the colours are stored; a logo is too large, and quickly chosen again.
  const unsaved = useUnsavedValues('branding', stored, setColours);
  const change = (next: Partial<typeof stored>) => {
    setColours({ ...colours, ...next });
    unsaved.store({ ...colours, ...next });
  };
  const [refusal, setRefusal] = useState<string>();
  const saving = useSaveSchool(school.id);
  const save = useMutation({
    mutationFn: async () => {
      const body = changedColours(colours, school);
      const file = chosen === null ? undefined : await logoFile(chosen);
      return await saving.mutateAsync({ body, logo: file, handles });
    },
    onSuccess: ({ school: { data } }) => {
      setChosen(null);
      unsaved.clear();
      const { primary_color: primary, secondary_color: secondary, design } = data.attributes;
      setColours({
        primary: primary ?? '',
        secondary: secondary ?? '',
        design: designId(design) ?? DEFAULT_DESIGN,
      });
    },
    onError: (error) => {
      // A failed call has already been shown.
      if (!isApiError(error)) setRefusal(error instanceof LogoError ? error.message : SCHOOL_MESSAGES.logo);
    },
  });
  const handles = (error: ApiError) => {
    const message = isApiError(error, 400, 413, 415) && (error.body.errors?.logo?.[0] ?? error.message);
    if (!message || chosen === null) return false;
    setRefusal(message);
    return true;
  };
  useUnsavedFormGuard(() => chosen !== null || Object.keys(changedColours(colours, school)).length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const isInvalid = [colours.primary, colours.secondary].some(
      (each) => each !== '' && normaliseColour(each) === null,
    );
    if (isInvalid) toast.error('Please check the colours');
    else save.mutate();
  };
  const document = sampleDocument('one_column', window.location.origin);
  const sampleSchool = {
    ...school.attributes,
    primary_color: colours.primary || null,
    secondary_color: colours.secondary || null,
    design: colours.design,
  };
  const sample = { title: 'How it will look', document, school: sampleSchool };
  return (
    <div className={classes.branding}>
      <form noValidate onSubmit={submit} className={`${card.card} ${card.form}`}>
        {unsaved.offer}
        <LogoField
          logo={chosen}
          current={logo}
          refusal={refusal}
          onChange={(next) => {
            setRefusal(undefined);
            setChosen(next);
          }}
        />
        <ColourFields
          primary={colours.primary}
          secondary={colours.secondary}
          logo={
            chosen ? { address: chosen.picture, isNew: true } : logo ? { address: logo, isNew: false } : null
          }
          onChange={change}
        />
        <ContrastVerdict primary={colours.primary} secondary={colours.secondary} />
        <SampleDesigns
          sample={sample}
          chosen={chosen}
          value={colours.design}
          onChange={(design) => change({ design })}
        />
        <div className={classes.foot}>
          <BusyButton className={card.submit ?? ''} busy={save.isPending} busyLabel="Saving…">
            Save
          </BusyButton>
        </div>
      </form>
      <SamplePreview sample={sample} chosen={chosen} />
    </div>
  );
}

// An empty field removes the colour, so that newsletters use the default again.
function changedColours(
  { primary, secondary, design }: { primary: string; secondary: string; design: DesignId },
  { attributes }: SchoolResource,
): { primary_color?: string; secondary_color?: string; design?: DesignId } {
  const wanted = {
    primary_color: normaliseColour(primary) ?? '',
    secondary_color: normaliseColour(secondary) ?? '',
  };
  return {
    ...(wanted.primary_color !== (attributes.primary_color ?? '') && { primary_color: wanted.primary_color }),
    ...(wanted.secondary_color !== (attributes.secondary_color ?? '') && {
      secondary_color: wanted.secondary_color,
    }),
    ...(design !== attributes.design && { design }),
  };
}
