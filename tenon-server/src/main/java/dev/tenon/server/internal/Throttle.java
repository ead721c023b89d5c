package dev.tenon.server.internal;

/** Lets so many through at once and so many a second after that: for messages that are only of use when they are few. */
final class Throttle {
    private final int burst;
    private final double perNano;
    private double tokens;
    /** When something passed; of no meaning before. */
    private long last;

    Throttle(int burst, int perSecond) {
        this.burst = burst;
        this.perNano = perSecond / 1e9;
        this.tokens = burst;
    }

    /** Whether one more may pass now. The caller holds its own lock. */
    boolean pass() {
        long now = System.nanoTime();
        if (tokens < burst) {
            tokens = Math.min(burst, tokens + (now - last) * perNano);
        }
        last = now;
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }
}
