import { answerMcp } from '@/app/answer-mcp.ts'

// The SDK answers every verb itself: one that is not taken with 405.

export async function GET(request: Request): Promise<Response> {
  return await answerMcp(request)
}

export async function POST(request: Request): Promise<Response> {
  return await answerMcp(request)
}

export async function DELETE(request: Request): Promise<Response> {
  return await answerMcp(request)
}
