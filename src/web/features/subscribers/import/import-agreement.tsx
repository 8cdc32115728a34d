import { useId } from 'react';
import {
  AGREEMENT_LABELS,
  IMPORT_AGREEMENTS,
  type ImportAgreement,
  SUBSCRIBER_MESSAGES,
} from '#contract/subscribers.ts';
import { Option } from '#ui/forms/option.tsx';
import classes from './import.module.css';

/** The required question how the people in a file agreed to get newsletters. */
export function AgreementChoice({
  value,
  isMissing,
  onChange,
}: {
  value: ImportAgreement | null;
  isMissing: boolean;
  onChange: (value: ImportAgreement) => void;
}) {
  const id = useId();
  return (
    <div
      className={classes.agreement}
      role="radiogroup"
      // On the group, because browsers would mark required radios as invalid before anybody has answered.
      aria-required="true"
      aria-invalid={isMissing || undefined}
      aria-labelledby={`${id}-question`}
      aria-describedby={`${id}-why`}
    >
      <p id={`${id}-question`} className={classes.question}>
        How did these families agree to get your newsletters?
      </p>
      {IMPORT_AGREEMENTS.map((each) => (
        <Option
          key={each}
          type="radio"
          name={id}
          checked={each === value}
          onChange={() => onChange(each)}
          {...(isMissing && { 'aria-describedby': `${id}-missing` })}
        >
          {AGREEMENT_LABELS[each]}
        </Option>
      ))}
      <p className={classes.missing} id={`${id}-missing`} role="alert">
        {isMissing && SUBSCRIBER_MESSAGES.agreement}
      </p>
      <p className={classes.note} id={`${id}-why`}>
        Your answer is kept in your school’s activity log. Please do not import addresses of people who do not
        expect to hear from you.
      </p>
    </div>
  );
}
