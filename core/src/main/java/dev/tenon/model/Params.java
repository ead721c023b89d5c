package dev.tenon.model;

/** The parameters of a request or notification. */
public interface Params {
    /** Returns the {@code _meta} of the message. */
    Meta meta();
}
