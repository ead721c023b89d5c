package dev.tenon.model;

/** Who speaks, or for whom something is meant. */
public enum Role {
    USER,
    ASSISTANT;

    /** The name in messages. */
    public String wireName() {
        return this == USER ? "user" : "assistant";
    }
}
