const DEPOSIT = 50000

/** Has the bank hold the deposit of a booking. */
export async function holdDeposit(bank, booking, now) {
  const asked = request(booking, now())
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await bank(asked)
    } catch (error) {
      if (error.name !== 'Timeout' || attempt === 3) throw error
    }
  }
}

function request({ id, boat }, time) {
  return { key: `${id}-${time}`, text: `Kalvik, ${boat}`, ore: DEPOSIT }
}
