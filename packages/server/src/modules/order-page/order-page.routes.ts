import { lostOrdersInput, lostOrdersPath, orderPagePath } from '@keydesk/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { formBody } from '../../http/form-body.ts'
import { createSendPage, languagesOf } from '../../http/html-page.ts'
import { refusalOf, setRetryAfter } from '../../http/on-error.ts'
import { limitRequests } from '../../http/request-limit.ts'
import { networkOf } from '../../network.ts'
import { mailLostOrders } from '../mails/lost-orders.service.ts'
import { logoPath, readFace } from '../shop/shop.service.ts'
import { script, style } from './order-page.assets.ts'
import { findOrderPage, recordOpening } from './order-page.service.ts'
import {
  type Brand,
  drawLostOrders,
  drawLostOrdersOff,
  drawLostOrdersSent,
  drawMessage,
  drawNoPage,
  drawOrderPage,
} from './order-page.view.ts'

/** Requests a minute of one network. A customer with a hundred keys opens them within two. */
const perMinute = 60
/** Mails a minute that one network may ask for. */
const mailsPerMinute = 5

/** The page of an order for its customer, who has no account (docs/reference/order-page.md). Its forms work without a script. */
export const orderPageRoutes = (deps: Deps) => async (app: FastifyInstance) => {
  const send = createSendPage({ style, script })
  const readBrand = async (): Promise<Brand> => {
    const { name, logoFile } = await readFace(deps.db, deps)
    return { name, logo: logoFile === '' ? '' : logoPath(logoFile) }
  }
  /** For a refusal: the database may be what does not work. */
  const readBrandOrTitle = async (): Promise<Brand> => {
    try {
      return await readBrand()
    } catch {
      return { name: deps.brandTitle, logo: '' }
    }
  }
  const count = limitRequests(perMinute, 'Too many requests. Wait a minute, then try again.')
  app.addHook('onRequest', async (request) => count(networkOf(request.ip), deps.now()))
  formBody(app, 10_000)
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refusal = refusalOf(deps.failures, error, request)
    setRetryAfter(reply, refusal)
    return send(reply, refusal.status, drawMessage(await readBrandOrTitle(), 'This does not work right now', refusal.message))
  })

  const { customerPages } = deps
  const show = async (request: FastifyRequest, reply: FastifyReply, token: string, openKeyId: number | null) => {
    const [page, brand] = await Promise.all([customerPages.orders ? findOrderPage(deps, token) : undefined, readBrand()])
    if (page === undefined) return send(reply, 404, drawNoPage(brand, customerPages))
    const path = orderPagePath.replace(':token', token)
    const languages = languagesOf(request.headers['accept-language'])
    return send(reply, 200, drawOrderPage(page, { brand, path, openKeyId, languages }))
  }
  app.get<{ Params: { token: string } }>(orderPagePath, (request, reply) => show(request, reply, request.params.token, null))
  // After Show without a script this is the address of the page; a browser may ask for it again.
  app.get<{ Params: { token: string } }>(`${orderPagePath}/keys/:id`, (request, reply) =>
    reply.redirect(orderPagePath.replace(':token', encodeURIComponent(request.params.token)), 303),
  )
  app.post<{ Params: { token: string; id: string } }>(`${orderPagePath}/keys/:id`, async (request, reply) => {
    const { token, id } = request.params
    const keyId = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : null
    if (keyId !== null && customerPages.orders) await recordOpening(deps, token, keyId)
    return show(request, reply, token, keyId)
  })

  const isMailOn = deps.mail !== null
  const countMail = limitRequests(mailsPerMinute, 'Too many requests. Wait a minute, then try again.')
  app.get(lostOrdersPath, async (_request, reply) => {
    const brand = await readBrand()
    if (!customerPages.lost) return send(reply, 404, drawLostOrdersOff(brand))
    return send(reply, 200, drawLostOrders(brand, { isMailOn, mistake: null }))
  })
  app.post(lostOrdersPath, async (request, reply) => {
    const brand = await readBrand()
    if (!customerPages.lost) return send(reply, 404, drawLostOrdersOff(brand))
    if (!isMailOn) return send(reply, 409, drawLostOrders(brand, { isMailOn, mistake: null }))
    const input = lostOrdersInput.safeParse(request.body ?? {})
    if (!input.success) return send(reply, 400, drawLostOrders(brand, { isMailOn, mistake: input.error.issues[0]!.message }))
    countMail(networkOf(request.ip), deps.now())
    await mailLostOrders(deps, input.data.email)
    return send(reply, 202, drawLostOrdersSent(brand))
  })
}
