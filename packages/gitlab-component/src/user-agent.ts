/** What services are told of the program. */
export const USER_AGENT = 'milepost-cli';
