package dev.tenon.servlet;

/** When something last happened to a request, and whether that is too long ago. Safe for use by many threads. */
final class Patience {
    /** How long a client that is to be refused may send nothing before it is told: it may be waiting for that. */
    private static final long SILENCE_NANOS = 1_000_000_000L;

    private final ServletBounds bounds;
    private final long arrivedAt = System.nanoTime();
    private volatile long heardAt = arrivedAt;
    private volatile long answeredAt;
    private volatile boolean answered;

    Patience(ServletBounds bounds) {
        this.bounds = bounds;
    }

    /** Some of the body has come. */
    void heard() {
        heardAt = System.nanoTime();
    }

    /** The answer is complete, if not written. */
    void answered() {
        answeredAt = System.nanoTime();
        answered = true;
    }

    /** Whether there is an answer and the client sends nothing more of its body. */
    boolean isAnswerAwaited(long now) {
        return answered && now - heardAt > SILENCE_NANOS;
    }

    boolean isBodyOverdue(long now) {
        return now - arrivedAt > bounds.bodyTime().toNanos();
    }

    boolean isAnswerOverdue(long now) {
        return answered && now - answeredAt > bounds.answerTime().toNanos();
    }
}
