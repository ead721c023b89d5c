package dev.tenon.client.internal;

/** What a server turned out to speak when it was asked in the newest revision. */
sealed interface Probe {
    /** The newest revision, as agreed. */
    record Modern(Agreement agreement) implements Probe {}

    /** Something else: a handshake is to be tried. The reason is for a log. */
    record Legacy(String reason) implements Probe {}

    /** It has not answered in time; its answer may still come. */
    record Silent(Connection.Pending request) implements Probe {}

    /** It refused the newest revision, and named it as one that it speaks. */
    record Again() implements Probe {}
}
