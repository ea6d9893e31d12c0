import {
  type MailDraft,
  type MailInput,
  type MailKind,
  type MailTemplateInput,
  type OrderDetails,
  mailKindNames,
  mailKinds,
  mails,
} from '@keydesk/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { useFoundAnswer } from '../../api/found-answer.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useAction } from '../../kit/feedback/use-action.ts'
import { isSameValue } from '../../kit/form/form-check.ts'
import { inToast } from '../../kit/text/format.ts'
import { useFindStep } from '../orders/data.ts'

export const mailsQuery = (api: Api) =>
  queryOptions({ queryKey: queryKeys.mails, queryFn: ({ signal }) => api(mails.list, {}, { signal }) })

export const mailPreviewQuery = (api: Api, kind: MailKind, draft: MailDraft) =>
  queryOptions({
    queryKey: queryKeys.mailPreview(kind, draft),
    queryFn: async ({ signal }) => (await api(mails.preview, { params: { kind }, body: draft }, { signal }))?.data,
    gcTime: 10_000,
  })

export const orderMailQuery = (api: Api, orderId: number, id: number) =>
  queryOptions({
    queryKey: queryKeys.orderMail(orderId, id),
    queryFn: async ({ signal }) => (await api(mails.read, { params: { id: orderId, mail_id: id } }, { signal })).data,
  })

export const isMailKind = (text: string): text is MailKind => mailKinds.some((kind) => kind === text)

/** What a person calls a kind of mail. */
export const nameOfKind = (kind: string): string => (isMailKind(kind) ? mailKindNames[kind] : kind)

export function useSaveMail(kind: MailKind) {
  const api = useApi()
  return useAction({
    run: (body: MailTemplateInput) => api(mails.save, { params: { kind }, body }),
    success: 'Mail saved',
    failure: { serverOr: 'Failed to save the mail' },
    refresh: queryKeys.mails,
  })
}

/** Resolves when the mail server has answered. */
export function useTestMail(kind: MailKind) {
  const api = useApi()
  return useAction({
    run: async (draft: MailDraft) => {
      const answer = await api(mails.test, { params: { kind }, body: draft })
      if (answer?.data.state === 'failed') throw new Error(answer.data.reason ?? '')
      return answer?.data.state
    },
    success: (state) => (state === 'sent' ? 'The test is in your mailbox soon' : 'The test waits: the mail server has not answered yet'),
    failure: (error) => `The test failed. ${error instanceof Error ? error.message : ''}`.trim(),
    refresh: null,
  })
}

/** Mails an order again, to another address if one is given. */
export function useMailOrder(order: OrderDetails) {
  const api = useApi()
  const findStep = useFindStep()
  const run = useFoundAnswer({
    make: (body: MailInput) => api(mails.send, { params: { id: order.id }, body }),
    find: async ({ kind, to }, before) => {
      // Resend is beside the list of mails: one that the list has by now is not looked for, because its press asks for another.
      const since = to === undefined ? order : before
      const address = to?.trim() ?? since.customer_email
      const found = await findStep(since, 'order.mailed', ({ changes }) => isSameValue(changes['to'], { before: null, after: address }))
      const data = found?.data.mails.find((mail) => mail.kind === kind && mail.to === address)
      return data && { data }
    },
    shown: order,
  })
  return useAction({
    run,
    success: (answer) =>
      answer === undefined ? null : `The mail “${nameOfKind(answer.data.kind)}” to ${inToast(answer.data.to)} is on its way`,
    failure: { serverOr: 'Failed to mail the order' },
    // The email is also in the lists.
    refresh: queryKeys.everything,
  })
}
