// Whether the app runs on a phone: narrow, and used by fingers.

export const isPhone = () => matchMedia("(pointer: coarse) and (max-width: 40rem)").matches;
