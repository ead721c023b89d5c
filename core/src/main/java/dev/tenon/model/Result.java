package dev.tenon.model;

/** The result of a request. */
public interface Result {
    /** Returns the {@code _meta} of the result. */
    Meta meta();
}
