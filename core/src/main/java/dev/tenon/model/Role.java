package dev.tenon.model;

/** The speaker or the audience of a message. */
public enum Role {
    USER,
    ASSISTANT;

    /** Returns the name in messages. */
    public String wireName() {
        return this == USER ? "user" : "assistant";
    }
}
