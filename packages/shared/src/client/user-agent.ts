/** Sent unless the client's user says otherwise. */
export const USER_AGENT = 'milepost/0.1.0';
