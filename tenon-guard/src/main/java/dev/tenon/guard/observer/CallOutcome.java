package dev.tenon.guard.observer;

import java.util.Locale;

/** What became of an exchange. */
public enum CallOutcome {
    /** It went through as it was. */
    PASSED,
    /** It went through with a change by a policy. */
    CHANGED,
    /** A policy refused it. */
    REFUSED,
    /** The server behind answered with an error. */
    ERROR,
    /** There was no answer: a timeout, a cancellation, a lost connection. */
    UNANSWERED;

    /** The word in the file: {@code passed}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
