package dev.tenon.model;

/**
 * The context that a client should add to a conversation (client features, sampling). All values except {@link #NONE}
 * are deprecated.
 */
public enum IncludeContext {
    /** No context. */
    NONE("none"),
    /** Context of the requesting server. */
    THIS_SERVER("thisServer"),
    /** Context of all servers of the client. */
    ALL_SERVERS("allServers");

    private final String wireName;

    IncludeContext(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name in messages. */
    public String wireName() {
        return wireName;
    }
}
