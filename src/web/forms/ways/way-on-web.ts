import type { ComponentType } from 'react';
import type { ApiError } from '#web/api/api-error.ts';

/** The browser's part in a way that is not typed. */
export type WayOnWeb = DeviceWay | VisitWay;

/** A way in which the device answers when asked. */
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

/** A way in which another site answers, with its own form that learns of the answer. */
interface VisitWay {
  readonly Confirm: ComponentType<ConfirmProps>;
}

/** The props of a form in which people prove who they are. */
export interface ConfirmProps {
  readonly onConfirmed: () => void;
  readonly onCancel: () => void;
}
