package dev.tenon.model;

/** What a client should add to a conversation (client features, sampling); all but {@link #NONE} are deprecated. */
public enum IncludeContext {
    /** Nothing. */
    NONE("none"),
    /** What it knows from the asking server. */
    THIS_SERVER("thisServer"),
    /** What it knows from all servers. */
    ALL_SERVERS("allServers");

    private final String wireName;

    IncludeContext(String wireName) {
        this.wireName = wireName;
    }

    /** The name in messages. */
    public String wireName() {
        return wireName;
    }
}
