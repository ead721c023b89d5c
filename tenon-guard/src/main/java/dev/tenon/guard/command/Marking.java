package dev.tenon.guard.command;

/** Hears of a dangerous part. */
@FunctionalInterface
interface Marking {
    void mark(String rule, int argument, String text, String reason);
}
