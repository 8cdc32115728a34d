import type { ComponentType } from 'react';
import type { ApiError } from '#web/api/api-error.ts';

/** What a browser does about a way that is not typed. */
export type WayOnWeb = DeviceWay | VisitWay;

/** The device answers, when it is asked. */
export interface DeviceWay {
  readonly device: {
    readonly isUsable: () => boolean;
    /** The answer that confirms who is signed in. */
    readonly toConfirm: () => Promise<unknown>;
    /** The answer to the second step of a sign-in, by its token. */
    readonly toStep: (step: string, handles: (error: ApiError) => boolean) => Promise<unknown>;
    readonly onError: (error: unknown) => void;
    readonly step: { readonly title: string; readonly lead: string; readonly unusable: string };
  };
}

/** Another site answers: the form has its own way to hear of it. */
interface VisitWay {
  readonly Confirm: ComponentType<ConfirmProps>;
}

/** Of a form in which people prove who they are. */
export interface ConfirmProps {
  readonly onConfirmed: () => void;
  readonly onCancel: () => void;
}
