import type { DeliveryResource } from '#contract/deliveries.ts';

/** A delivery under way. */
export function deliveryOf(attributes: Partial<DeliveryResource['attributes']> = {}): DeliveryResource {
  return {
    id: '00000000-0000-4000-8000-000000000002',
    type: 'delivery',
    attributes: {
      news_letter_id: '00000000-0000-4000-8000-000000000001',
      edition_id: null,
      status: 'sending',
      subject: 'Harvest',
      preview_text: '',
      reply_to: 'office@oakfield.example',
      from_name: 'Oakfield Primary School',
      audience: null,
      sender: 'Priya Nair',
      total: 412,
      sent: 100,
      waiting: 310,
      postponed: 0,
      on_its_way: 0,
      next_try_at: null,
      failed: 2,
      unconfirmed: 0,
      skipped: 0,
      trouble: null,
      send_at: null,
      created_at: '2026-10-09T08:00:00.000Z',
      started_at: '2026-10-09T08:00:00.000Z',
      finished_at: null,
      ...attributes,
    },
  };
}
