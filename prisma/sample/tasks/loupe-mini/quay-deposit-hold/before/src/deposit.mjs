const DEPOSIT = 50000

/** Has the bank hold the deposit of a booking. */
export async function holdDeposit(bank, booking, now) {
  return bank(request(booking, now()))
}

function request({ id, boat }, time) {
  return { key: `${id}-${time}`, text: `Kalvik, ${boat}`, ore: DEPOSIT }
}
