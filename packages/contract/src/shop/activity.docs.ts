import { component, docs, innerObject } from '../describe.ts'
import { activity, activityChange, activityPerson, activityRow, restoreInput } from './activity.ts'
import { activityKinds, subjectKinds } from './activity-kinds.ts'

export const activityDocs = docs(activity, {
  about: 'What was done, by whom, and bringing it back.',
  calls: {
    list: 'The list of all activity needs the permission `activity:read`; with `subject_kind` and `subject_id`, that to read the thing. Rows of things that the role may not read are left out.',
    restorePreview:
      'Needs the permission to change the thing. 409: `cannot_restore` with the reason in words; whether the thing takes the values is checked when they are restored.',
    restore:
      'With `field`: needs the permission to change the thing. Otherwise: brings a deleted thing back, by the id of the row of its deletion, within 30 days; needs `deleted:restore`. 409: `cannot_restore` with the reason in words.',
  },
  query: {
    actor: 'The id of a member: only what they did.',
    api_key_id: 'The id of an API key: only what storefronts did with it.',
    kind: 'Only what is of this kind.',
    subject_kind: 'Only what was done to things of this kind.',
    subject_id: 'Only what was done to this thing; needs `subject_kind`.',
    field: 'The name of the field.',
  },
  refuses: { restorePreview: ['conflict'] },
  components: {
    ActivityRow: component(
      activityRow,
      'One thing that was done.',
      {
        actor: 'Who did it.',
        action: '`noun.verb_in_the_past`, such as `product.updated`.',
        subject: 'What it was done to.',
        changes: 'By name of the field.',
        can_restore: 'Whether the caller can restore something of this: the deleted thing, or one of `restorable`.',
        restorable: 'Names of fields whose value before this can be restored. Empty for a deleted thing.',
      },
      { kind: activityKinds },
    ),
    ActivityActor: component(activityRow.shape.actor, 'Who did it, as they were called then.', {
      kind: '`admin` is a member, `store` an API key, `system` the server itself.',
      id: 'The id of the person or the API key; null for the server.',
    }),
    ActivitySubject: component(
      activityRow.shape.subject,
      'What it was done to, as it was called then.',
      {
        id: '0 for what is no single thing, such as an export.',
        name: 'Empty where it was never known.',
        product_id: 'The product of a variant.',
        product_name: 'The name that the product of a variant has now.',
        is_deleted: 'True if it is deleted by now; left out otherwise.',
      },
      {
        kind: subjectKinds,
      },
    ),
    ActivityChange: component(activityChange, 'The values of a field before and after.', {
      before: 'Null or left out where the thing was created.',
      after: 'Null or left out where the thing was deleted.',
      is_cut: 'True if the text is too long for the history: only its beginning is here, and it cannot be restored.',
    }),
    ActivityPerson: component(activityPerson, 'A member.'),
    RestoreInput: component(restoreInput, 'Which field; none for a deleted thing.', {
      field: 'The name of the field. Leave it out to restore a deleted thing.',
    }),
    RestoredThing: component(activity.restore.response.shape.data, 'The thing as its own calls show it, without key values.'),
    KeysOfRestoredThing: component(innerObject(activity.restore.response.shape.meta), 'What became of the keys of a deleted variant.', {
      keys_restored: 'How many keys came back with the variant.',
    }),
  },
})
