import { answerSession } from '@/app/answer-session.ts'

export async function POST(request: Request): Promise<Response> {
  return await answerSession(request)
}

export async function DELETE(request: Request): Promise<Response> {
  return await answerSession(request)
}
