import type { Way } from '#contract/sign-in/ways/way.ts';
import { WAYS_ON_WEB } from '#web/forms/ways/list.ts';
import type { ConfirmProps } from '#web/forms/ways/way-on-web.ts';
import { ByDevice } from './by-device.tsx';
import { ByTyping } from './by-typing.tsx';

/** Asks for proof of who the person is, in one way. */
export function ByWay({ way, ...props }: ConfirmProps & { readonly way: Way }) {
  const own = WAYS_ON_WEB[way.id];
  if (own === undefined) return <ByTyping way={way} {...props} />;
  return 'device' in own ? <ByDevice way={way} device={own.device} {...props} /> : <own.Confirm {...props} />;
}
