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

type Branding = { primary: string; secondary: string; design: DesignId };

/** The form for logo and colours, with a preview beside it. */
export function BrandingForm({ school }: { school: SchoolResource }) {
  const { logo } = school.attributes;
  const [chosen, setChosen] = useState<ChosenLogo | null>(null);
  const stored = brandingOf(school);
  const [colours, setColours] = useState(stored);
  // Only the colours are stored; a logo is too large, and quickly chosen again.
  const unsaved = useUnsavedValues('branding', stored, setColours);
  const change = (next: Partial<Branding>) => {
    setColours({ ...colours, ...next });
    unsaved.store({ ...colours, ...next });
  };
  const { save, refusal, setRefusal } = useSaveBranding(school, chosen, (saved) => {
    setChosen(null);
    unsaved.clear();
    setColours(saved);
  });
  useUnsavedFormGuard(() => chosen !== null || Object.keys(changedColours(colours, school)).length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const isInvalid = [colours.primary, colours.secondary].some(
      (each) => each !== '' && normaliseColour(each) === null,
    );
    if (isInvalid) toast.error('Please check the colours');
    else save.mutate(changedColours(colours, school));
  };
  const sample = sampleOf(school, colours);
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

/** Saves the changed colours, and the chosen logo. `refusal`: why the logo was refused. */
function useSaveBranding(
  school: SchoolResource,
  chosen: ChosenLogo | null,
  onSaved: (saved: Branding) => void,
) {
  const [refusal, setRefusal] = useState<string>();
  const saving = useSaveSchool(school.id);
  const handles = (error: ApiError) => {
    const message = isApiError(error, 400, 413, 415) && (error.body.errors?.logo?.[0] ?? error.message);
    if (!message || chosen === null) return false;
    setRefusal(message);
    return true;
  };
  const save = useMutation({
    mutationFn: async (body: ReturnType<typeof changedColours>) => {
      const file = chosen === null ? undefined : await logoFile(chosen);
      return await saving.mutateAsync({ body, logo: file, handles });
    },
    onSuccess: ({ school: { data } }) => onSaved(brandingOf(data)),
    onError: (error) => {
      // A failed call has already been shown.
      if (!isApiError(error)) setRefusal(error instanceof LogoError ? error.message : SCHOOL_MESSAGES.logo);
    },
  });
  return { save, refusal, setRefusal };
}

function brandingOf({ attributes }: SchoolResource): Branding {
  const { primary_color, secondary_color, design } = attributes;
  return {
    primary: primary_color ?? '',
    secondary: secondary_color ?? '',
    design: designId(design) ?? DEFAULT_DESIGN,
  };
}

/** A sample newsletter for the preview. */
function sampleOf({ attributes }: SchoolResource, { primary, secondary, design }: Branding) {
  return {
    title: 'How it will look',
    document: sampleDocument('one_column', window.location.origin),
    school: { ...attributes, primary_color: primary || null, secondary_color: secondary || null, design },
  };
}

// An empty field removes the colour, so that newsletters use the default again.
function changedColours(
  { primary, secondary, design }: Branding,
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
