package dev.tenon.model;

/** The result of a request. */
public interface Result {
    /** The {@code _meta} of the result. */
    Meta meta();
}
