package dev.tenon.guard.observer;

import java.util.Locale;

/** The outcome of a call. */
public enum CallOutcome {
    /** It was forwarded unchanged. */
    PASSED,
    /** It was forwarded, changed by a policy. */
    CHANGED,
    /** A policy rejected it. */
    REFUSED,
    /** The receiving side responded with an error. */
    ERROR,
    /** There was no response: a timeout, a cancellation, a lost connection. */
    UNANSWERED;

    /** Returns the name in lower case, as in {@code passed}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
