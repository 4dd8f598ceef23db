// Looks again and again while something goes on, as long as somebody can see it.
import { useEffect, useRef } from "preact/hooks";

const LOOK_EVERY_MS = 1_500;

export function useFollow(isUnderWay: boolean, look: () => void): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") latest.current();
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isUnderWay]);
}
