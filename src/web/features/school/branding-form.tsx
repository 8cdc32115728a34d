import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { SCHOOL_MESSAGES, type SchoolResource } from '#contract/school.ts';
import { normaliseColour } from '#newsletter/values/colour.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import card from '#ui/forms/form-card.module.css';
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import { useUnsaved } from '#web/forms/use-unsaved.tsx';
import { useUnsavedFormGuard } from '#web/forms/use-unsaved-form-guard.ts';
import type { ChosenLogo } from '#web/newsletter-ui/branding/chosen-logo.ts';
import { ColourFields } from '#web/newsletter-ui/branding/colour-fields.tsx';
import { LogoField } from '#web/newsletter-ui/branding/logo-field.tsx';
import { cutLogo, LogoError } from '#web/newsletter-ui/branding/logo-image.ts';
import { sampleDocument } from '#web/newsletter-ui/branding/sample.ts';
import { SamplePreview } from '#web/newsletter-ui/branding/sample-preview.tsx';
import { ContrastVerdict } from './contrast-verdict.tsx';
import classes from './school.module.css';
import { useSaveSchool } from './use-save-school.ts';

/** Changes logo and colours, and shows beside it what newsletters make of them. */
export function BrandingForm({ school }: { school: SchoolResource }) {
  const { logo, primary_color, secondary_color } = school.attributes;
  const [chosen, setChosen] = useState<ChosenLogo | null>(null);
  const stored = { primary: primary_color ?? '', secondary: secondary_color ?? '' };
  const [colours, setColours] = useState(stored);
  // A picture is chosen again faster than it is kept.
  const unsaved = useUnsaved('branding', stored, setColours);
  const change = (next: Partial<typeof stored>) => {
    setColours({ ...colours, ...next });
    unsaved.keep({ ...colours, ...next });
  };
  const [refusal, setRefusal] = useState<string>();
  const saving = useSaveSchool(school.id);
  const save = useMutation({
    mutationFn: async () => {
      const body = changedColours(colours, school);
      const file = chosen === null ? undefined : await cutLogo(chosen);
      return await saving.mutateAsync({ body, logo: file, handles: refused });
    },
    onSuccess: ({ school: { data } }) => {
      setChosen(null);
      unsaved.forget();
      const { primary_color: primary, secondary_color: secondary } = data.attributes;
      setColours({ primary: primary ?? '', secondary: secondary ?? '' });
    },
    onError: (error) => {
      // A call's failure was shown already.
      if (!isApiError(error)) setRefusal(error instanceof LogoError ? error.message : SCHOOL_MESSAGES.logo);
    },
  });
  const refused = (error: ApiError) => {
    const words = isApiError(error, 400, 413, 415) && (error.body.errors?.logo?.[0] ?? error.message);
    if (!words || chosen === null) return false;
    setRefusal(words);
    return true;
  };
  useUnsavedFormGuard(() => chosen !== null || Object.keys(changedColours(colours, school)).length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const wrong = Object.values(colours).some((each) => each !== '' && normaliseColour(each) === null);
    if (wrong) toast.error('Please check the colours');
    else save.mutate();
  };
  const document = sampleDocument('one_column', window.location.origin);
  const sample = {
    ...school.attributes,
    primary_color: colours.primary || null,
    secondary_color: colours.secondary || null,
  };
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
        <ColourFields {...colours} onChange={change} />
        <ContrastVerdict {...colours} />
        <BusyButton className={card.submit ?? ''} busy={save.isPending} busyLabel="Saving…">
          Save
        </BusyButton>
      </form>
      <SamplePreview wish={{ title: 'How it will look', document, school: sample }} chosen={chosen} />
    </div>
  );
}

// An emptied field takes the colour away: newsletters have the default one again.
function changedColours(
  { primary, secondary }: { primary: string; secondary: string },
  { attributes }: SchoolResource,
): { primary_color?: string; secondary_color?: string } {
  const wanted = {
    primary_color: normaliseColour(primary) ?? '',
    secondary_color: normaliseColour(secondary) ?? '',
  };
  return {
    ...(wanted.primary_color !== (attributes.primary_color ?? '') && { primary_color: wanted.primary_color }),
    ...(wanted.secondary_color !== (attributes.secondary_color ?? '') && {
      secondary_color: wanted.secondary_color,
    }),
  };
}
